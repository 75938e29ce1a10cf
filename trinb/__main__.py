"""`python -m trinb` is the command `trinb`."""

from .cli import main

if __name__ == "__main__":
    main()

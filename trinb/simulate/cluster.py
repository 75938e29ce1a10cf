"""The workers of a Dask cluster, for simulations on several machines.

Start a scheduler and workers as Dask's manual says, with trinb installed for each, then

    with cluster("tcp://10.0.0.1:8786") as workers:
        simulate(rules("triangelspelet"), ["greedy"] * 4, rounds=10**9, executor=workers)

A worker may die in the middle: what it played is played again by another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from ..errors import TrinbError
from ..notation import quote
from ..words import tr

_PATIENCE = 10  # seconds


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at an address, as an executor.

    Raises:
        TrinbError: Dask is not installed, or there is no scheduler.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise TrinbError(tr('a cluster needs Dask: pip install "trinb[cluster]"')) from error
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise TrinbError(tr("there is no Dask scheduler at {address}", address=quote(address))) from error
    with client:
        yield client.get_executor()

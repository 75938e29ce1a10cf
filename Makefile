# Everything a machine needs is GNU make and Python 3.11 or newer; `make lab` does the rest.
# The recipes are plain POSIX sh, and nothing is installed outside of .venv.

VENV := .venv
BIN := $(VENV)/bin

# Set this to choose the Python by name or path: make lab PYTHON=python3.12
PYTHON ?=
# How many tests run side by side: make test WORKERS=0 runs them one by one, in order.
WORKERS ?= auto
# Further words for the command of a target: make lab ARGS=--no-browser
ARGS ?=

# Two stamps say what .venv holds. Each is older than its lock exactly when the lock has changed since.
LAB := $(VENV)/.lab-installed
TEST := $(VENV)/.test-installed

# The catalogues of the languages; an install compiles them, and so does a change in one of them.
CATALOGUES := $(wildcard trinb/locale/*/LC_MESSAGES/trinb.po)
COMPILED := $(CATALOGUES:.po=.mo)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
# One step after the other, also under `make -j`: they share .venv, and notebooks are run serially.
.NOTPARALLEL:
.PHONY: help lab test check-style check-types check-tests check-notebooks words format bench wheel lock upgrade clean

help: ## list the targets
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F '|' '{ printf "  %-16s %s\n", $$1, $$2 }'

lab: $(LAB) $(COMPILED) ## install the kit into .venv and open its notebooks in JupyterLab
	@exec $(BIN)/trinb lab --dir notebooks $(ARGS)

test: check-style check-types check-tests check-notebooks ## install the test tools too, then check everything

check-style: $(TEST) ## ruff: rules and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-types: $(TEST) ## mypy on the package
	$(BIN)/mypy trinb

# --dist loadfile keeps the tests of one file together, so that they share one browser and one compiled kernel.
# What measures time comes after, when no other test keeps the machine busy.
check-tests: $(TEST) $(COMPILED) ## pytest: unit, property, doctest, packaging, browser
	$(BIN)/pytest -n $(WORKERS) --maxprocesses 4 --dist loadfile -m "not alone" $(ARGS)
	$(BIN)/pytest -q -p no:xdist -m alone tests

# Strict: every output in a notebook must come out again. The addopts and filters of pyproject.toml are for modules.
check-notebooks: $(TEST) $(COMPILED) ## run every notebook and compare its outputs
	@if find notebooks -name '*.ipynb' 2>/dev/null | grep -q .; then \
	    set -x; \
	    $(BIN)/pytest --nbval --nbval-current-env --nbval-cell-timeout=300 -p no:xdist \
	        -o addopts= -o filterwarnings=default notebooks; \
	else \
	    echo "There are no notebooks to check yet."; \
	fi

words: $(TEST) ## bring the catalogues of the languages up to date with the code, and compile them
	$(BIN)/python tests/test_catalogues.py --write

format: $(TEST) ## put the code into the house style
	$(BIN)/ruff check --fix --exit-zero --quiet
	$(BIN)/ruff format

bench: $(LAB) ## measure the speed of the engine, of simulations and of searches
	$(BIN)/python tests/benchmarks/engine.py $(ARGS)
	$(BIN)/python tests/benchmarks/simulate.py $(ARGS)
	$(BIN)/python tests/benchmarks/search.py $(ARGS)
	$(BIN)/python tests/benchmarks/endgame.py
	$(BIN)/python tests/benchmarks/tree.py
	$(BIN)/python tests/benchmarks/puzzles.py

wheel: $(LAB) ## build dist/trinb-*.whl
	@$(BIN)/python -m pip -qq wheel --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

# The locks hold names, versions and hashes for every platform and no addresses. lab.txt is cut from test.txt, so
# that one .venv serves both. uv looks only where it would on a fresh machine, whatever indexes this one adds.
lock: $(VENV)/pyvenv.cfg ## write requirements/*.txt anew after a change in pyproject.toml
	@echo "Resolving the locks ..."
	@test -x .lock-venv/bin/uv || { $(BIN)/python -m venv .lock-venv && .lock-venv/bin/python -m pip -qq install uv; }
	@unset UV_DEFAULT_INDEX UV_INDEX UV_INDEX_URL UV_EXTRA_INDEX_URL UV_FIND_LINKS; \
	compile() { \
	    .lock-venv/bin/uv pip compile pyproject.toml --group build --extra lab "$$@" \
	        --universal --python-version 3.11 --generate-hashes --no-config --no-annotate \
	        --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet; \
	}; \
	compile --extra test $(UPGRADE) --output-file requirements/test.txt && \
	compile --constraint requirements/test.txt $(UPGRADE) --output-file requirements/lab.txt

upgrade: ## the same with the newest versions of everything
	@$(MAKE) lock UPGRADE=--upgrade

clean: ## remove what was made here: .venv, builds, caches
	rm -rf $(VENV) .lock-venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f $(COMPILED)
	find trinb tests notebooks \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} + 2>/dev/null || true

# --- set-up ---

# The first Python that is new enough. It must be able to make an environment, which Debian packs apart.
$(VENV)/pyvenv.cfg:
	@if [ -n "$(PYTHON)" ]; then set -- "$(PYTHON)"; \
	else set -- python3 python3.14 python3.13 python3.12 python3.11 python; fi; \
	found=; \
	for python in "$$@"; do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        found=$$python; break; \
	    fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "trinb needs Python 3.11 or newer, and none of these is: $$*." >&2; \
	    echo "Install one, or say where it is: make PYTHON=/path/to/python3" >&2; \
	    exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	    echo "$$found cannot make a virtual environment. On Debian or Ubuntu: apt install python3-venv" >&2; \
	    exit 1; \
	fi; \
	echo "Making the environment .venv with $$("$$found" --version) ..."; \
	"$$found" -m venv --clear $(VENV)

# Only wheels, and only those whose hash is in the lock; then the kit itself, with the build backend from the lock.
define install
@echo "Installing the kit from $(1) (about 3 minutes the first time) ..."
@$(BIN)/python -m pip -qq install --require-hashes --only-binary :all: -r $(1) || { \
    echo "The kit could not be installed. If it says \"No matching distribution\", a package has no build for this" >&2; \
    echo "computer (Intel Macs, for one): use environment.yml with conda instead." >&2; \
    exit 1; \
}
@$(BIN)/python -m pip -qq install --no-deps --no-build-isolation --editable .
endef

$(LAB): requirements/lab.txt pyproject.toml $(VENV)/pyvenv.cfg
	$(call install,requirements/lab.txt)
	@touch $@

# All at once is as quick as one; `|`: an environment made anew is no reason to compile again.
$(COMPILED): $(CATALOGUES) | $(LAB)
	@$(BIN)/python hatch_build.py >/dev/null

# test.txt holds all of lab.txt in the same versions, so this stamp serves both.
$(TEST): requirements/test.txt pyproject.toml $(VENV)/pyvenv.cfg
	$(call install,requirements/test.txt)
	@touch $(LAB) $@

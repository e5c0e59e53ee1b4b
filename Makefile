# Each target makes the environment .venv first when it is missing or out of date.
# Needs only Python 3.11 or later with pip; another interpreter: make test PYTHON=python3.12

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help venv demo test test-slow mutants lint bench docs clean

help:
	@echo "make demo       learn a price online: a table, a figure and a page"
	@echo "make test       lint, then the test suite"
	@echo "make test-slow  the tests that take longer"
	@echo "make mutants    faults planted into the core, and which tests notice"
	@echo "make lint       ruff, mypy, import-linter"
	@echo "make bench      speed and memory"
	@echo "make docs       the documentation in docs/_build"
	@echo "make venv       only the environment .venv"
	@echo "make clean      remove caches and built files (.venv stays)"

venv: $(READY)

# An environment without a working pip was left half made: begin again.
$(READY): requirements.txt pyproject.toml lab/pyproject.toml
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
	  command -v "$(PYTHON)" >/dev/null || { \
	    echo "smoothbandits needs Python 3.11 or later, and $(PYTHON) was not found." >&2; exit 1; }; \
	  "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "smoothbandits needs Python 3.11 or later, and $(PYTHON) is" \
	         "$$("$(PYTHON)" -V 2>&1): run make with PYTHON=python3.12, say." >&2; exit 1; }; \
	  "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info >= (3, 15))' || \
	    echo "$(PYTHON) is $$("$(PYTHON)" -V): smoothbandits was tested on Python 3.11 to 3.14, and the" \
	         "versions of requirements.txt may have no wheels for it." >&2; \
	  echo "Making the environment .venv (once; a minute or two)"; \
	  "$(PYTHON)" -m venv --clear .venv; }
	@echo "Installing requirements.txt into .venv"
	@$(PIP) install -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e . -e lab
	@touch $@

demo: $(READY)
	@$(BIN)/smoothbandits demo

test: lint
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile

mutants: $(READY)
	@$(BIN)/python -m tests.mutants

test-slow: $(READY)
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile -m slow

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >.venv/.lint-imports 2>&1 || { cat .venv/.lint-imports; exit 1; }
	@echo "lint: ok"

bench: $(READY)
	@$(BIN)/python benchmarks/run.py

docs: $(READY)
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env docs docs/_build
	@echo "docs/_build/index.html"

clean:
	@rm -rf docs/_build docs/gallery.md build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks \
	  .import_linter_cache
	@find src tests lab -name __pycache__ -type d -prune -exec rm -rf {} +

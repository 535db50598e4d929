# `make test` sets up what it needs by itself; everything else builds on the same parts.

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help chromium test test-fast test-slow check lock bench clean

help: ## Show what there is to make.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

# The lock has every package with its hashes; the project itself is installed in place.
$(READY): requirements.lock pyproject.toml
	@echo "Setting up Python packages in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Dominolab needs Python 3.11 or newer; set PYTHON=... to one."; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV) \
	  || { echo "python3 cannot make a virtual environment: install the package python3-venv."; exit 1; }
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

# What only a real browser can tell needs Chromium, and npm for the accessibility checker; Debian's
# packages are installed where they are missing.
chromium:
	@missing=; command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing=chromium; \
	command -v npm >/dev/null || missing="$$missing npm"; \
	if [ -n "$$missing" ]; then \
	  echo "Installing for the browser tests: $$missing ..."; \
	  as_root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  { $$as_root apt-get update -qq && $$as_root apt-get install -y -qq $$missing; } >/dev/null \
	  || { echo "This did not work: install your system's packages for $$missing, then try again."; exit 1; }; \
	fi

check: $(READY) ## Format, lint and types.
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

test: $(READY) chromium check ## Everything: format, lint, types, all tests.
	$(PY) -m pytest -m "not slow" --cov=dominolab --cov-report=term-missing:skip-covered

test-fast: $(READY) check ## The checks and the quick tests, in under two minutes.
	$(PY) -m pytest -m "not slow and not long and not browser"

test-slow: $(READY) ## The very long runs.
	$(PY) -m pytest -m "slow"

lock: $(READY) lock-site ## Renew requirements.lock and the website's runtime lock.
	$(PY) -m venv build/lock && build/lock/bin/pip install --quiet pip-tools
	build/lock/bin/pip-compile --quiet --upgrade --extra dev --generate-hashes --strip-extras \
	  --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
	  --unsafe-package dominolab --output-file requirements.lock pyproject.toml
	sed -i '/^#/d; /^--find-links/d' requirements.lock # a lock has packages and hashes, nothing of a machine

bench: $(READY) chromium ## Measure the engines beside their peers, here and in Chromium.
	@for file in bench/*.py; do $(PY) $$file || exit 1; done

include site/site.mk notebooks/notebooks.mk

clean: ## Remove what was built, but not the virtual environment.
	rm -rf build .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Everything a newcomer needs: `make play` and `make test`. Both make .venv and fill it by themselves.
#
# Nothing is installed anew, and no network is needed, until pyproject.toml or constraints.txt change.

VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
ARGS ?=

# The environment of whoever calls must not leak into .venv.
unexport PYTHONHOME PYTHONPATH
export PIP_USER := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-input --constraint constraints.txt
# Built with the pinned hatchling of .venv, not with whichever is newest on that day.
INSTALL_SELF := $(PIP_INSTALL) --no-build-isolation --editable

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  make play ARGS="--plain" hands --plain on to "ninetyeight play".'
	@echo '  make test ARGS="-k markers" hands -k markers on to pytest. Also for soak.'
	@echo '  make PYTHON=python3.12 ... says which Python .venv is made with.'

.PHONY: play
play: $(VENV)/.for-play ## Play in the terminal
	@$(BIN)/ninetyeight play $(ARGS)

.PHONY: test
test: lint docs $(VENV)/.for-work ## Check everything: style, types, docs, tests
	$(PYTEST) $(ARGS)

.PHONY: lint
lint: $(VENV)/.for-work ## Check style (ruff) and types (mypy --strict)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict

.PHONY: docs
docs: $(VENV)/.for-work ## Build the documentation into build/docs
	$(BIN)/sphinx-build -W --keep-going --quiet -d build/doctrees -b html docs build/docs

.PHONY: soak
soak: $(VENV)/.for-work ## Run the long tests
	$(PYTEST) -m soak --hypothesis-profile=soak $(ARGS)

.PHONY: dist
dist: $(VENV)/.for-work ## Build the wheel and the source archive into dist
	$(BIN)/python -m build --no-isolation --outdir dist

.PHONY: clean
clean: ## Remove what was built, but not .venv
	rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. A file in .venv tells what has been installed into it.

$(BIN)/python:
	@tools/make-venv $(VENV)

$(VENV)/.for-play: pyproject.toml constraints.txt $(BIN)/python
	@echo 'Installing what the game needs into $(VENV) ...'
	@$(PIP_INSTALL) hatchling
	@$(INSTALL_SELF) .
	@touch $@

$(VENV)/.for-work: pyproject.toml constraints.txt $(BIN)/python
	@echo 'Installing what the game, its tests and its docs need into $(VENV) ...'
	@$(PIP_INSTALL) hatchling
	@$(INSTALL_SELF) '.[dev,docs]'
	@touch $(VENV)/.for-play $@

# Everything a newcomer needs: `make play` and `make test`. Both make .venv and fill it by themselves.
#
# Nothing is installed anew, and no network is needed, until pyproject.toml, constraints.txt or the
# package-lock.json of the page change.

VENV := .venv
BIN := $(VENV)/bin
# Three side by side keep two cores busy: many tests wait for servers and browsers.
PYTEST := $(BIN)/pytest -n 3 --dist worksteal
PAGE := src/ninetyeight/server/page
ARGS ?=

# The environment of whoever calls must not leak into .venv.
unexport PYTHONHOME PYTHONPATH
export PIP_USER := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-input --constraint constraints.txt
# Built with the pinned hatchling of .venv, not with whichever is newest on that day. The page of a
# clone is made below, so this needs none.
INSTALL_SELF := NINETYEIGHT_WITHOUT_PAGE=1 $(PIP_INSTALL) --no-build-isolation --editable

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  make play ARGS="play --plain" hands these on to "ninetyeight": play in the terminal.'
	@echo '  make test ARGS="-k markers" hands -k markers on to pytest. Also for soak.'
	@echo '  make PYTHON=python3.12 ... says which Python .venv is made with.'

.PHONY: play
play: $(VENV)/.for-play page ## Play in the browser
	@$(BIN)/ninetyeight $(ARGS)

.PHONY: page
page: $(PAGE)/index.html ## Build the page, if it is older than its sources

.PHONY: test
test: lint pagecheck docs page compiled ## Check everything: style, types, docs, tests
	$(PYTEST) --durations=40 $(ARGS)

# What needs no other program: no browser, database server, cluster or wheel, and nothing compiled.
# The law is here with the second and the third opinion on it.
QUICK := $(addprefix tests/,rules oracle golden table bots wire chat handbook locale) $(wildcard tests/test_*.py)

.PHONY: quick
quick: $(VENV)/.for-work ## Check style, types and law, for while you work
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/pytest -q -n 2 --dist worksteal $(QUICK) $(ARGS)

ENDGAME := tiny 1 U1:1.4.5.6.9.10.11.12.13.14.15.16.17.18/D1:20.19.3 2.7.8 - 1 - 1 - playing

# Once and on two cores: else all test workers, and the programs that they start, do it side by side.
.PHONY: compiled
compiled: $(VENV)/.test-tools ## Compile the kernel, the solver and the search, if they have changed
	@$(BIN)/ninetyeight bench --seconds 0.1 --json >/dev/null & \
	for deal in extreme-5p-K7Q2M9XA4TWB3H8C original-5p-K7Q2M9XA4TWB3H8C "$(ENDGAME)"; do \
		$(BIN)/ninetyeight solve "$$deal" >/dev/null || exit 1; \
	done; \
	for edition in original extreme; do \
		$(BIN)/ninetyeight arena --bot quick --edition $$edition --talk markers --games 1 --quiet >/dev/null || exit 1; \
	done; wait $$!

.PHONY: lint
lint: $(VENV)/.for-work ## Check style (ruff) and types (mypy --strict)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict

.PHONY: pagecheck
pagecheck: web/node_modules/.installed $(VENV)/.for-play ## Check the page's types and accessibility (svelte-check)
	tools/npm run --silent check

.PHONY: docs
docs: $(VENV)/.for-work ## Build the documentation into build/docs
	$(BIN)/sphinx-build -W --keep-going --quiet -d build/doctrees -b html docs build/docs

.PHONY: soak
soak: page compiled ## Run the long tests
	$(PYTEST) -m soak --hypothesis-profile=soak $(ARGS)

.PHONY: mutants
mutants: $(VENV)/.for-work ## Break the law in small ways: do the tests notice? (long)
	$(BIN)/python tools/mutants $(ARGS)

.PHONY: thirdparty
thirdparty: $(VENV)/.for-play ## Try the environments in other people's libraries (long, downloads much)
	$(BIN)/python tools/thirdparty/run.py $(ARGS)

.PHONY: dist
dist: page $(VENV)/.for-work ## Build the wheel and the source archive into dist
	$(BIN)/python -m build --no-isolation --outdir dist

.PHONY: clean
clean: ## Remove what was built, but not .venv and web/node_modules
	rm -rf build dist $(PAGE) web/src/wire.ts .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. A file in .venv tells what has been installed into it.

$(BIN)/python:
	@tools/make-venv $(VENV)

$(VENV)/.for-play: pyproject.toml constraints.txt $(BIN)/python
	@echo 'Installing what the game needs into $(VENV) ...'
	@$(PIP_INSTALL) hatchling
	@$(INSTALL_SELF) '.[fast]'
	@touch $@

$(VENV)/.for-work: pyproject.toml constraints.txt $(BIN)/python
	@echo 'Installing what the game, its tests and its docs need into $(VENV) ...'
	@$(PIP_INSTALL) hatchling
	@$(INSTALL_SELF) '.[dev,docs,postgres]'
	@touch $(VENV)/.for-play $@

# What the tests need beside the packages of .venv: a browser, a database server, and the oldest
# libraries that the environments may meet.
$(VENV)/.test-tools: tools/install-test-tools tools/install-oldest $(VENV)/.for-work
	@tools/install-test-tools
	@$(BIN)/python tools/install-oldest $(VENV)/oldest
	@touch $@

# The page. Folders count as sources too: they change when a file in them goes away.

WEB := $(shell find web -mindepth 1 -name node_modules -prune -o ! -name wire.ts -print)
CODE := $(shell find src/ninetyeight -name '*.py')

web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc | $(VENV)/.for-play
	@echo 'Installing what the page is built with into web/node_modules ...'
	@tools/npm ci --loglevel=error
	@touch $@

# The types of the messages are made anew when any code changes, but rarely differ; only if they do
# is the page older than its sources.
build/.wire: $(CODE) web/scripts/types.mjs web/node_modules/.installed
	@tools/npm run --silent types
	@mkdir -p build
	@touch $@

web/src/wire.ts: build/.wire
	@test -e $@ || tools/npm run --silent types

$(PAGE)/index.html: $(WEB) web/src/wire.ts web/node_modules/.installed
	tools/npm run --silent build

# Needs only GNU make, a POSIX shell and python3 (3.11 or newer) with pip.
# Everything else goes into .boot (uv), .venv (the locked packages) and .venvs (the same for other versions of Python);
# `make clean` removes them.

PYTHON ?= python3
JOBS ?= 4
PORT ?= 8000
HALL ?=
PYTEST_ARGS ?=
BENCH_ARGS ?=
LOCK_ARGS ?=
# For `make bundle`: which systems (linux linux-arm macos windows) and versions of Python (3.11 3.12 3.13).
PLATFORMS ?= linux
PYTHONS ?= $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')

UV_VERSION := 0.13.7
BOOT := .boot/uv-$(UV_VERSION)
BIN := .venv/bin

# Modules are compiled once, not anew in each of the many processes that tests start.
unexport PYTHONDONTWRITEBYTECODE
export UV_PYTHON_DOWNLOADS := never
export UV_PYTHON_PREFERENCE := only-system
export UV_HTTP_TIMEOUT ?= 180

# uv does not read pip's settings: where it has none of its own, hand it pip's package index and certificates.
# (`pip config list` merges all of pip's files; `pip config get` would look into one only.)
UV := pipset() { $(PYTHON) -m pip config list 2>/dev/null | sed -n "s/^global\\.$$1='\\(.*\\)'\$$/\\1/p" | tail -n 1; }; \
	if [ -z "$${UV_DEFAULT_INDEX-}$${UV_INDEX_URL-}" ]; then \
		UV_DEFAULT_INDEX="$${PIP_INDEX_URL:-$$(pipset index-url)}"; \
		if [ -n "$$UV_DEFAULT_INDEX" ]; then export UV_DEFAULT_INDEX; else unset UV_DEFAULT_INDEX; fi; \
	fi; \
	if [ -z "$${SSL_CERT_FILE-}" ]; then \
		SSL_CERT_FILE="$${PIP_CERT:-$$(pipset cert)}"; \
		if [ -n "$$SSL_CERT_FILE" ]; then export SSL_CERT_FILE; else unset SSL_CERT_FILE; fi; \
	fi; \
	uv="$(BOOT)/bin/uv"; set -e

# Brings .venv to exactly the packages of one lock, then adds Ronda itself from this tree.
sync = $(UV); \
	echo "== packages: $(1)"; \
	"$$uv" pip sync -q --python $(BIN)/python --require-hashes $(1); \
	"$$uv" pip install -q --python $(BIN)/python --offline --no-deps --no-build-isolation --editable .

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run wheel bundle test starts quick browser lint types format screenshots bench study compare soak mutate picture reference routes lock clean

help: ## list these targets
	@sed -n 's/^\([a-z][a-z]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | \
		while IFS='|' read -r name text; do printf '  make %-11s %s\n' "$$name" "$$text"; done

setup: .venv/.dev ## make .venv with all that is needed to run, check and test

run: .venv/.run ## start the desk in the browser (PORT=8000; HALL=1 opens it to the hall's network)
	@$(BIN)/ronda serve --port $(PORT)$(if $(HALL), --host 0.0.0.0)

wheel: .venv/.run ## one file to install with pip, pipx or uv, with the guide and the rulebooks in it: dist/ronda-*.whl
	@rm -f dist/ronda-*.whl
	@$(BIN)/python -m hatchling build -t wheel -d dist

bundle: wheel ## a folder for a USB stick: installs and starts without network (PLATFORMS="linux windows macos" PYTHONS="3.12 3.13")
	@$(UV); $(PYTHON) tools/bundle.py --wheel dist/ronda-*.whl --to dist/ronda-stick --uv "$$uv" \
		--platforms $(PLATFORMS) --pythons $(PYTHONS)

# While types are checked, the tests are compiled: else each of the processes that run them would do so.
test: .venv/.dev browser ## all checks: ruff, formatting, mypy, every promised Python, pytest (JOBS=4, PYTEST_ARGS=...)
	@echo "== ruff check"; $(BIN)/ruff check
	@echo "== ruff format --check"; $(BIN)/ruff format --check
	@echo "== mypy"; $(BIN)/python -m pytest --collect-only >/dev/null 2>&1 & $(BIN)/mypy; status=$$?; wait; exit $$status
	@$(MAKE) --no-print-directory starts
	@echo "== pytest"; $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

quick: .venv/.dev ## what a change needs in under a minute: ruff, architecture, the tests of what changed since main (ONLY=store: of one package)
	@$(BIN)/python -m tools.quick $(ONLY)

starts: .venv/.dev ## start Ronda on every Python that it promises and that this machine has
	@echo "== starts"; $(UV); $(BIN)/python -m tests.pythons --uv "$$uv" --jobs $(JOBS)

# The browser tests want a real Chromium. Debian's is installed where that is possible; elsewhere one line says how.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "== chromium"; \
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
				>/dev/null 2>&1 || echo "chromium could not be installed: the browser tests are skipped"; \
		else \
			echo "no Chromium: the browser tests are skipped (install it with your package manager, e.g. apt install chromium)"; \
		fi; }

lint: .venv/.dev ## ruff: rules and formatting, changing nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.dev ## mypy, strict
	$(BIN)/mypy

format: .venv/.dev ## put the code into shape: ruff's safe fixes and formatting
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

screenshots: .venv/.dev browser ## pictures of the main pages, into docs/images
	@RONDA_SCREENSHOTS=docs/images $(BIN)/python -m pytest -q -m soak tests/browser -k screenshots

bench: .venv/.bench ## what people wait for, against what was recorded and against peers (AGAINST=earlier.json, BENCH_ARGS=...)
	@$(BIN)/python -m tools.bench $(if $(AGAINST),--against $(AGAINST)) $(BENCH_ARGS)

study: $(if $(CLUSTER),.venv/.bench,.venv/.dev) ## how well so many rounds find the best player: simulated events, on all cores (EVENTS=100 SYSTEM=... CLUSTER=tcp://...)
	@$(BIN)/python -m tools.study --record --plots docs/images --page docs/guide/rounds.md $(if $(EVENTS),--events $(EVENTS)) \
		$(if $(SYSTEM),--only $(SYSTEM)) $(if $(CLUSTER),--cluster $(CLUSTER))

compare: .venv/.bench ## rounds side by side with what people use today, into docs/compare.md and its plot (EVENTS=30)
	@$(BIN)/python -m tools.bench.beside --page docs/compare.md --plot docs/images/beside.svg $(if $(EVENTS),--events $(EVENTS))

soak: .venv/.dev ## the long random trials: events, killed servers, races, load, slow lines (EVENTS=10000)
	@$(BIN)/python -m tools.soak
	@$(BIN)/python -m pytest -m soak -s --hypothesis-profile=search $(PYTEST_ARGS)
	@echo "== pages over a slow line"; SLOW_LINE=0.6 $(BIN)/python -m pytest -n $(JOBS) tests/browser

mutate: .venv/.dev ## make small mistakes in a copy of the code and name those that no test notices (SAMPLES=40 SEED=1)
	@$(BIN)/python -m tests.mutating

reference: .venv/.dev ## the reference pages of the guide, from the program
	@$(BIN)/python -m tools.reference

routes: .venv/.dev ## every route with the least role that it wants, by asking as everybody: tests/web/who_may/routes.txt
	@$(BIN)/python -m tests.web.who_may.routes

picture: .venv/.dev ## draw the packages anew in docs/architecture.md
	@$(BIN)/python -m tests.import_graph --write

lock: $(BOOT)/.done ## re-make the locks (LOCK_ARGS=--upgrade takes newer versions)
	@$(UV); for name in run dev bench; do \
		echo "== requirements/$$name.lock"; \
		"$$uv" pip compile -q --universal --generate-hashes --python-version 3.11 \
			--custom-compile-command "make lock" $(LOCK_ARGS) \
			-o "requirements/$$name.lock" "requirements/$$name.in"; \
	done

clean: ## remove .venv, .venvs, .boot, builds and caches
	rm -rf .venv .venvs .boot build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || :

# uv goes into a folder of its own, so it does not matter that pip may be "externally managed".
$(BOOT)/.done:
	@echo "== uv $(UV_VERSION)"
	@rm -rf .boot
	@PIP_BREAK_SYSTEM_PACKAGES=1 PIP_REQUIRE_VIRTUALENV=0 PIP_USER=0 PIP_ROOT_USER_ACTION=ignore \
		$(PYTHON) -m pip install -qq --disable-pip-version-check --target $(BOOT) uv==$(UV_VERSION)
	@touch $@

$(BIN)/python: | $(BOOT)/.done
	@$(UV); "$$uv" venv -q --clear --python '>=3.11' .venv

# One .venv serves both: once it has the development packages, it keeps them.
.venv/.dev: requirements/dev.lock pyproject.toml | $(BIN)/python
	@$(call sync,requirements/dev.lock)
	@touch .venv/.run $@

# The peers of `make bench`, on top of the development packages; nothing else needs them.
.venv/.bench: requirements/bench.lock .venv/.dev
	@$(call sync,requirements/bench.lock)
	@touch .venv/.dev $@

.venv/.run: requirements/run.lock pyproject.toml | $(BIN)/python
	@if [ -e .venv/.dev ]; then $(MAKE) --no-print-directory -W requirements/dev.lock .venv/.dev; else \
		$(call sync,requirements/run.lock); touch $@; fi

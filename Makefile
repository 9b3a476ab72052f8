# Everything starts from a fresh clone: each target makes the environment it needs.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto

.PHONY: deal test thorough lint bench clean

deal: .venv/installed  ## decide a real 40-card deal
	$(BIN)/crewsat generate crew --players 4 --objectives 5 --tokens 1,2,omega --seed 7 | $(BIN)/crewsat decide - || test $$? -eq 10
	@echo
	@echo "Next: . $(BIN)/activate, and then crewsat is a command: crewsat --help"

test: .venv/dev  ## lint, types and tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(WORKERS) -m "not timing and not thorough"
	$(BIN)/pytest -m "timing and not thorough"  # one at a time, when nothing else runs

thorough: .venv/dev  ## long evidence, once a change: a million cross-checks, all mutants, hundreds of kills
	$(BIN)/pytest -n $(WORKERS) -m thorough --timeout 0

lint: .venv/dev  ## mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/extras  ## the quick suite: minutes, then results/quick/report.html
	$(BIN)/python -m benchmarks quick
	$(BIN)/python -m benchmarks plot results/quick.sqlite

clean:
	rm -rf .venv

.venv/pip:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade 'pip>=25.1'
	touch $@

.venv/installed: .venv/pip pyproject.toml
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/extras: .venv/installed
	$(BIN)/pip install --quiet --editable '.[plot,peers,cluster,proof,kissat,asp]'
	touch $@

.venv/dev: .venv/extras
	$(BIN)/pip install --quiet --group dev
	touch $@

# Everything starts from a fresh clone: each target makes the environment it needs.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto
# Many tests wait for a browser or a child: three processes of tests keep two cores busy.
TESTERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2)

# Tests start the program hundreds of times: without compiled files each start would compile all of it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help deal hanabi app docs site atlas extras check test thorough thorough-status sanitize lint bench clean

help:  ## list the targets
	@grep -E "^[a-z-]+:.*##" Makefile | sed -E "s/:[^#]*## /\t/" | expand -t 18

deal: .venv/installed  ## decide a real 40-card deal
	$(BIN)/crewsat generate crew --players 4 --objectives 5 --tokens 1,2,omega --seed 7 | $(BIN)/crewsat decide - || test $$? -eq 10
	@echo
	@echo "Next: . $(BIN)/activate, and then crewsat is a command: crewsat --help"

hanabi: .venv/installed  ## review a lost game of Hanabi: the move that lost it, and what would have kept it
	$(BIN)/crewsat review docs/hanabi-lost-game.txt
	@echo
	@echo "Your own game: type /copy in its chat on hanab.live, and paste the text: $(BIN)/crewsat review --deal 'TEXT'"

app: .venv/installed build/kernel.wasm  ## the page as static files, for any web server; needs npm: then open app/index.html on one
	$(BIN)/python -m crewsat.web.export app --kernel build/kernel.wasm

docs: .venv/docs  ## build the site: then open site/index.html
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --doctree-dir build/doctrees docs site
	@echo "site/index.html"

site: .venv/docs build/kernel.wasm  ## build the site with the page in it, site/play/; needs npm
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --tag play --doctree-dir build/doctrees docs site
	$(BIN)/python -m crewsat.web.export site/play --kernel build/kernel.wasm --docs ../
	@echo "site/index.html"

atlas: .venv/installed  ## the pages of the atlas from its exports; FRESH=1 runs the small sweep first, FRESH="main …" others
	$(BIN)/python -m benchmarks.atlas $(if $(FRESH),--fresh $(filter-out 1,$(FRESH)))
	$(BIN)/python -m benchmarks.atlas_findings
	$(BIN)/python -m benchmarks.missions

extras: .venv/extras  ## install all optional libraries: Kissat, clingo, dratify, OpenSpiel, what benchmarks need

check: .venv/dev  ## lint, types and fast tests, in about a minute
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(WORKERS) -m "not slow and not timing and not processes and not thorough"

test: .venv/dev  ## lint, types and all tests that a change may have turned red; ALL=1: all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.chosen tests -n $(TESTERS) -m "not timing and not thorough"
	$(BIN)/python -m tests.chosen timing -m "timing and not thorough"  # one at a time, when nothing else runs

thorough: .venv/dev .venv/planners  ## long evidence, once a change: what is not green yet; may be interrupted and goes on
	$(BIN)/python -m tests.thorough run --workers $(WORKERS)

thorough-status: .venv/dev  ## on which commit the long evidence is green, or which parts of it are not
	$(BIN)/python -m tests.thorough status

sanitize: .venv/dev  ## the kernel against its Python twins, built to notice errors of memory and undefined behaviour
	$(BIN)/pip install --quiet nanobind cmake ninja
	$(BIN)/cmake -S kernel -B build/sanitize -G Ninja -DSANITIZE=ON -DPython_EXECUTABLE="$$PWD/$(BIN)/python" \
		-Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)"
	$(BIN)/cmake --build build/sanitize
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
		CREWSAT_KERNEL_REQUIRED=yes PYTHONPATH=build/sanitize \
		$(BIN)/pytest -n $(WORKERS) tests/algorithms/crew/test_kernel.py \
		tests/algorithms/crew/test_kernel_fuzz.py tests/encodings/crew/test_compiled.py

lint: .venv/dev  ## fix what ruff can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/extras  ## the quick suite: minutes, then results/quick/report.html
	$(BIN)/python -m benchmarks quick
	$(BIN)/python -m benchmarks plot results/quick.sqlite

clean:  ## remove the environment
	rm -rf .venv

.venv/pip:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade 'pip>=25.1'
	touch $@

.venv/installed: .venv/pip pyproject.toml $(wildcard kernel/* kernel/src/* kernel/stubs/*.h)
	$(BIN)/pip install --quiet --editable .
	touch $@

build/kernel.wasm: $(wildcard kernel/*.py kernel/src/* kernel/stubs/*.h kernel/stubs/wasm/*.h kernel/stubs/wasm/utils/*) | .venv/pip
	$(BIN)/python kernel/wasm.py $@

.venv/extras: .venv/installed
	$(BIN)/pip install --quiet --editable '.[plot,peers,cluster,parquet,proof,kissat,asp,spiel]'
	touch $@

.venv/docs: .venv/installed
	$(BIN)/pip install --quiet --editable '.[docs]'
	touch $@

.venv/dev: .venv/extras .venv/docs
	$(BIN)/pip install --quiet --group dev
	touch $@

.venv/planners: .venv/dev
	$(BIN)/pip install --quiet --group planners
	touch $@

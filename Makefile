# Each target is one command on a fresh machine with Python 3.11+, git and make.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/.ready
export PYTHONUTF8 := 1

.PHONY: demo test check lint types contracts bench bench-duplicates bench-ranking bench-schedule prove docs lock clean

demo: $(READY)
	@"$(RUN)" -m adapters.cli demo

test: $(READY)
	"$(RUN)" -m pytest -n 2

check: lint types contracts test

lint: $(READY)
	"$(RUN)" -m ruff check .
	"$(RUN)" -m ruff format --check .

types: $(READY)
	"$(RUN)" -m mypy

contracts: $(READY)
	"$(VENV)/bin/lint-imports"

# Times and memory as ratios to a yardstick in the same run.
bench: $(READY)
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 "$(RUN)" -m benchmarks.recommender_speed
	OPENBLAS_NUM_THREADS=1 "$(RUN)" -m benchmarks.digests
	OPENBLAS_NUM_THREADS=1 "$(RUN)" -m benchmarks.slack_acks
	OPENBLAS_NUM_THREADS=1 "$(RUN)" -m benchmarks.ingest

# Copies found and false merges, on pairs made from the shared arXiv records.
bench-duplicates: $(READY)
	OPENBLAS_NUM_THREADS=1 "$(RUN)" -m benchmarks.duplicates

# The schedule's promises, over all time zones and in virtual time: about ten minutes.
bench-schedule: $(READY)
	"$(RUN)" -m benchmarks.schedule

# The ranking's quality by its fixed protocol; needs the shared ranking data.
bench-ranking: $(READY)
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 "$(RUN)" -m benchmarks.ranking

# The full-size proofs: minutes to an hour, not part of check.
prove: $(READY)
	"$(RUN)" -m pytest -m prove

docs: $(READY)
	"$(RUN)" -m adapters.cli.documents
	"$(RUN)" -m adapters.cli.pictures

# Versions with hashes for every platform; run after changing pyproject.toml.
lock: $(READY)
	"$(RUN)" -m uv pip compile --universal --generate-hashes --no-header --no-annotate \
		--extra dev --extra pictures pyproject.toml -o requirements.lock --upgrade

$(READY): requirements.lock pyproject.toml
	@echo "Setting up in $(VENV): about a minute, once."
	$(PYTHON) -m venv "$(VENV)"
	"$(RUN)" -m pip install --quiet --require-hashes --no-deps -r requirements.lock
	"$(RUN)" -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch "$(READY)"

clean:
	rm -rf "$(VENV)" build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

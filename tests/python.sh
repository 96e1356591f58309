#!/usr/bin/env bash
# Whether the package for Python is built and installed as its page says, and does what its tests in `crates/python/tests` and the blocks
# of `docs/src/python.md` say: the same bytes as the program, errors with all their problems, tables in numpy, pandas, polars,
# pyarrow and DuckDB.
#
#   tests/python.sh [OPTION OF PYTEST…]
#
# UNDERSTORY names the program, built with `--features full` (target/release/understory). Needs bash, Rust and python3 with venv
# (where it is missing and this is root on a system with apt, it is installed); what pip installs goes into a folder that is removed
# again. The build takes over what was built for the program.
set -euo pipefail
cd "$(dirname "$0")/.."

UNDERSTORY=$(realpath "${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}")
export UNDERSTORY
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

if ! python3 -m venv "$place/python" >"$place/venv.log" 2>&1; then
    apt-get update -qq && apt-get install -y -qq python3 python3-venv >/dev/null
    python3 -m venv --clear "$place/python"
fi
python=$place/python/bin/python
# pip calls maturin by its name.
PATH=$place/python/bin:$PATH
"$python" -m pip install --quiet --disable-pip-version-check \
    'maturin>=1.9,<2' 'numpy>=2' 'pytest>=8' 'pyarrow>=15' 'polars>=1' 'pandas>=3' 'duckdb>=2' 'mypy>=1'

begun=$SECONDS
"$python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps ./crates/python
echo "the package was built and installed in $((SECONDS - begun)) s"

"$python" -m pytest -q -p no:cacheprovider "$@" crates/python/tests
# What it says of its types holds within it.
"$python" -m mypy --strict-optional --no-error-summary --cache-dir "$place/mypy" -p understory

# The blocks of the page, one below the other, where a user would run them.
ln -s "$PWD/scenarios" "$place/scenarios"
awk '$0 == "```python" { within = 1; next } $0 == "```" { within = 0 } within' docs/src/python.md >"$place/page.py"
cd "$place"
"$python" -W error page.py
echo "the blocks of docs/src/python.md did what they say"

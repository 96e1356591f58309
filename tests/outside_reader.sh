#!/usr/bin/env bash
# Whether a reader that we did not write finds in our Parquet what stands in our CSV: a run is made in both formats,
# and pyarrow reads the tables of trees, states and events. Every value is compared; exits 1 at the first that differs.
# And whether the columns of all tables are what `datapackage.json` says, of these runs, of `stats` and of `grow`, by
# frictionless.
#
#   tests/outside_reader.sh [SCENARIO [OPTION…]]
#   tests/outside_reader.sh scenarios/everything.toml --years 12
#
# The scenario must ask for Parquet. UNDERSTORY names the program, built with `--features full`
# (target/release/understory). Needs bash and python3 with venv, which is installed where it is missing and this is root
# on a system with apt; pip installs pyarrow and frictionless into a folder that is removed again.
set -euo pipefail

scenario=${1:-scenarios/everything.toml}
shift $(($# < 1 ? $# : 1))
program=${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

if ! python3 -m venv "$place/python" >"$place/venv.log" 2>&1; then
    apt-get update -qq && apt-get install -y -qq python3 python3-venv >/dev/null
    python3 -m venv --clear "$place/python"
fi
"$place/python/bin/pip" install --quiet --disable-pip-version-check 'pyarrow>=15' 'frictionless>=5.18'

"$program" run "$scenario" "$@" --out "$place/parquet" --yes --quiet
# What a run leaves holds its scenario as it was run and its inputs, so it runs again wherever it lies.
sed 's/^format = "parquet"/format = "csv"/' "$place/parquet/scenario.toml" >"$place/parquet/csv.toml"
"$program" run "$place/parquet/csv.toml" --out "$place/csv" --yes --quiet
"$program" stats "$place/csv" --functions G,K,pcf,knn,sector,spectrum --simulations 39 --out "$place/stats" --quiet >/dev/null
"$program" grow scenarios/tree-shrub.toml --out "$place/tree" --quiet >/dev/null
"$place/python/bin/python" "$(dirname "$0")/outside_reader.py" "$place/parquet" "$place/csv" "$place/stats" "$place/tree"

#!/usr/bin/env bash
# Whether a reader that we did not write finds in our RSML the roots that stand in our tables: a tree is grown and a stand is
# run, and the RSML reader of CPlantBox reads their roots. Numbers of roots, places and lengths are compared; exits 1 where they
# differ.
#
#   tests/outside_roots.sh
#
# UNDERSTORY names the program (target/release/understory). Needs bash and python3 with venv (where it is missing and this is
# root on a system with apt, it is installed); CPlantBox is installed by pip into a folder that is removed again.
set -euo pipefail

program=${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

if ! python3 -m venv "$place/python" >"$place/venv.log" 2>&1; then
    apt-get update -qq && apt-get install -y -qq python3 python3-venv >/dev/null
    python3 -m venv --clear "$place/python"
fi
# Its reader asks for these three; what else it names draws pictures in a window.
"$place/python/bin/pip" install --quiet --disable-pip-version-check numpy scipy matplotlib
"$place/python/bin/pip" install --quiet --disable-pip-version-check --no-deps 'cplantbox==2.1.1'

"$program" grow scenarios/tree-pine.toml --set tree.age_yr=40 --set tree.detail=0.5 \
    --set tree.roots.stones.per_m3=0.3 --set 'tree.roots.stones.radius_m=[0.1, 0.3]' --quiet --out "$place/tree"
"$program" run scenarios/everything-crowns.toml --years 12 --set record.format=csv --quiet --out "$place/stand"
"$place/python/bin/python" "$(dirname "$0")/outside_roots.py" "$place/tree" "$place/stand"

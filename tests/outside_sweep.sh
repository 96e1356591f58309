#!/usr/bin/env bash
# Whether SALib finds the indices of `sensitivity.csv` in the points of a sweep, for both of its designs; and whether Snakemake, a script for
# Slurm and Dask, as `docs/src/recipes/clusters.md` has them, make the table that one process makes, after a task was killed too.
#
#   tests/outside_sweep.sh
#
# UNDERSTORY names the program (target/release/understory). Needs bash and python3 with venv; what pip installs goes into a folder
# that is removed again.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}")
reader=$PWD/tests/outside_sweep.py
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

if ! python3 -m venv "$place/python" >"$place/venv.log" 2>&1; then
    apt-get update -qq && apt-get install -y -qq python3 python3-venv >/dev/null
    python3 -m venv --clear "$place/python"
fi
"$place/python/bin/python" -m pip install --quiet --disable-pip-version-check 'SALib==1.6.0' 'snakemake>=9' 'dask>=2025'

forest='name = "NAME"
world = { size_m = [60.0, 60.0], edge = "torus", seed = 3 }
run = { years = 20, replicates = 2 }
species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
founders = [
    { species = "birch", method = "uniform", count = 12, height_m = 9.0 },
    { species = "beech", method = "uniform", count = 12, height_m = 9.0 },
]
[sweep]
"founders.1.count" = { from = 2, to = 60 }
"species.birch.fruit.seeds_per_m2" = { from = 0.5, to = 8.0 }
"species.beech.growth.site_index_m" = { from = 20.0, to = 34.0 }
'
for design in 'design = "morris"
trajectories = 8' 'design = "sobol"
points = 32'; do
    name=$(sed -n 's/^design = "\(.*\)"$/\1/p' <<<"$design")
    printf '%s%s\n' "${forest/NAME/$name}" "$design" >"$place/$name.toml"
    "$program" run "$place/$name.toml" --quiet --out "$place/$name"
    "$program" sweep "$place/$name.toml" --list >"$place/$name.csv"
    "$place/python/bin/python" "$reader" "$name" "$place/$name" "$place/$name.csv"
done

# A sweep of few and short runs in the place of the recipes'.
mkdir -p "$place/sweep/scenarios" "$place/programs"
ln -s "$program" "$place/programs/understory"
PATH=$place/programs:$place/python/bin:$PATH
sed -e 's/^years = .*/years = 8/' -e 's/^replicates = .*/replicates = 1/' -e 's/^size_m = .*/size_m = [60.0, 60.0]/' scenarios/sweep-seeds.toml \
    >"$place/sweep/scenarios/sweep-seeds.toml"
page=$PWD/docs/src/recipes/clusters.md
# The block below the comment that names it, or the first of a language.
block() {
    awk -v name="<!-- $1 -->" -v fence="\`\`\`$2" '
        $0 == name || name == "<!--  -->" { armed = 1 }
        armed && $0 == fence && !within { within = 1; next }
        $0 == "```" && within { exit }
        within' "$page"
}
cd "$place/sweep"
understory run scenarios/sweep-seeds.toml --quiet --out results/by-run
block Snakefile text >Snakefile
snakemake --cores 2 --quiet all
block sweep.sbatch text >sweep.sbatch
understory sweep scenarios/sweep-seeds.toml --list >tasks.csv
count=$(($(wc -l <tasks.csv) - 1))
for number in $(seq "$count" -1 1); do
    SLURM_ARRAY_TASK_ID=$number SLURM_CPUS_PER_TASK=1 bash sweep.sbatch
done
# As a killed task leaves it.
rm results/by-slurm/tasks/0003-00/task.json
if understory sweep scenarios/sweep-seeds.toml --gather --out results/by-slurm --quiet 2>refused.txt; then
    echo 'a table was gathered without one of its tasks' >&2
    exit 1
fi
grep -q 0003-00 refused.txt
SLURM_ARRAY_TASK_ID=4 SLURM_CPUS_PER_TASK=1 bash sweep.sbatch
understory sweep scenarios/sweep-seeds.toml --gather --out results/by-slurm --quiet
block '' python >by_dask.py
python by_dask.py
for way in snakemake slurm dask; do
    for table in sweep.csv scenario.toml tasks/0002-00/census.csv; do
        cmp "results/by-run/$table" "results/by-$way/$table"
    done
    echo "$way: $count tasks, the table of one process"
done

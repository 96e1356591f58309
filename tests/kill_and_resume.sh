#!/usr/bin/env bash
# Kills a run at random moments, goes on with another number of threads, and compares what it leaves with what a
# run leaves that nobody disturbed: every table and figure byte for byte. Exits 1 at the first that differs.
#
#   tests/kill_and_resume.sh [KILLS [SCENARIO [OPTION…]]]
#   tests/kill_and_resume.sh 20
#   tests/kill_and_resume.sh 3 scenarios/everything.toml --years 12
#
# UNDERSTORY names the program (target/release/understory), with the features that the scenario needs: `everything` has
# Parquet, of `--features full`. SEED gives the moments (1; they also hang on how fast the machine is). Needs bash, awk and diff.
set -euo pipefail

kills=${1:-20}
scenario=${2:-scenarios/everything.toml}
shift $(($# < 2 ? $# : 2))
program=${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}
RANDOM=${SEED:-1}

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

run() {
    "$program" run "$scenario" "${@}" --yes --quiet
}

now_ms() {
    echo $(($(date +%s%N) / 1000000))
}

start=$(now_ms)
run "${@}" --out "$place/whole" --threads 2
took=$(($(now_ms) - start))
printf 'undisturbed: %d ms\n' "$took"

round=0
while [ "$round" -lt "$kills" ]; do
    threads=$((round % 2 + 1))
    # Without the function, whose shell would be killed in the program's place.
    "$program" run "$scenario" "${@}" --yes --quiet --out "$place/cut" --threads "$threads" &
    child=$!
    # Every second time early, as the years are over before the replicates and the figures.
    moment=$((RANDOM * took / (round % 2 ? 32768 : 4 * 32768)))
    sleep "$(awk "BEGIN { print $moment / 1000 }")"
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null && code=0 || code=$?
    if [ "$code" -ne 137 ]; then
        # It ended before, which tells nothing: the machine is faster than it was.
        rm -rf "$place/cut"
        took=$((took * 4 / 5))
        [ "$took" -gt 50 ] || { echo 'the run ends before it can be killed'; exit 1; }
        continue
    fi
    reached=$(ls "$place/cut.partial/state" 2>/dev/null | tail -n 1 || true)
    run "${@}" --out "$place/cut" --threads $((3 - threads)) --resume
    diff -r --exclude=manifest.json "$place/whole" "$place/cut" || {
        printf 'killed after %d ms (%s): the tables differ\n' "$moment" "${reached:-no state}"
        exit 1
    }
    rm -rf "$place/cut"
    round=$((round + 1))
    printf '%d of %d: killed after %d ms (%s), the same bytes\n' "$round" "$kills" "$moment" "${reached:-no state}"
done

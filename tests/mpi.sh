#!/usr/bin/env bash
# One forest grown by several processes over MPI: 1 to 4 of them leave the folder of a single process, byte for byte but for the times in
# manifests; one that is killed takes the others with it, and another number of them goes on; what cannot be divided is refused.
#
#   tests/mpi.sh
#
# UNDERSTORY names a program with the feature `mpi`; without it, one is built. Needs an MPI library, `mpirun` and, to build, libclang: installs
# those of Debian where they are missing and this is root.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v mpirun mpicc >/dev/null; then
    apt-get update && apt-get install --yes --no-install-recommends libopenmpi-dev openmpi-bin libclang-dev
fi
program=${UNDERSTORY:-}
if [ -z "$program" ]; then
    cargo build --release --features full,mpi
    program=${CARGO_TARGET_DIR:-target}/release/understory
fi

# More processes than cores, as root, in a container that forbids them to read each other's memory.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

ranks() {
    local count=$1
    shift
    mpirun --oversubscribe -n "$count" "$program" run "$@" --yes --quiet
}

fail() {
    echo "$1"
    exit 1
}

same() {
    diff -r --exclude=manifest.json "$1" "$2" || fail "$2 differs from $1"
}

compare() {
    local name=$1 scenario=$2 count
    shift 2
    "$program" run "$scenario" "$@" --yes --quiet --out "$place/$name"
    for count in 1 2 3 4; do
        ranks "$count" "$scenario" "$@" --threads $((count % 2 + 1)) --out "$place/$name-$count"
        same "$place/$name" "$place/$name-$count"
        rm -rf "$place/$name-$count"
        echo "$name: $count processes, the same bytes"
    done
}

compare old-field scenarios/old-field.toml --years 12
compare everything scenarios/everything.toml --years 12
compare renewal scenarios/renewal.toml --years 8 --set run.replicates=2

# One of three is killed: all end, and two go on.
"$program" run scenarios/old-field.toml --years 60 --yes --quiet --out "$place/whole"
mpirun --oversubscribe -n 3 "$program" run scenarios/old-field.toml --years 60 --yes --quiet --out "$place/cut" &
launcher=$!
for _ in $(seq 600); do
    [ -z "$(find "$place/cut.partial/state" -name checkpoint.json 2>/dev/null)" ] || break
    sleep 0.1
done
# The last of the launcher's children: no process but the root writes.
kill -KILL "$(pgrep -P "$launcher" | tail -n 1)"
wait "$launcher" && fail 'one was killed, and the launcher reports success' || true
[ -d "$place/cut.partial" ] || fail 'one was killed too late to tell'
ranks 2 scenarios/old-field.toml --years 60 --out "$place/cut" --resume
same "$place/whole" "$place/cut"
echo 'one of three was killed, two went on: the same bytes'

# Begun by two, gone on with by one alone.
ranks 2 scenarios/old-field.toml --years 10 --out "$place/begun"
"$program" run scenarios/old-field.toml --years 12 --yes --quiet --out "$place/begun" --resume
same "$place/old-field" "$place/begun"

# What is complete already, nobody waits for.
timeout 60 mpirun --oversubscribe -n 2 "$program" run scenarios/old-field.toml --years 12 --yes --quiet --out "$place/begun" --resume
echo 'a complete folder is left as it is'

# What cannot be: a message by name, exit code 1, nobody left waiting.
refused() {
    local words=$1 code=0
    shift
    timeout 60 "$@" >"$place/said" 2>&1 || code=$?
    [ "$code" -eq 1 ] && grep -q "$words" "$place/said" || {
        cat "$place/said"
        fail "expected a refusal with \`$words\` and code 1, found $code: $*"
    }
}
refused 'crowns' mpirun --oversubscribe -n 2 "$program" run scenarios/everything-crowns.toml --years 2 --out "$place/refused"
refused 'rows of tiles' mpirun --oversubscribe -n 4 "$program" run scenarios/old-field.toml --set 'world.size_m=[100.0, 30.0]' --set world.edge=open \
    --out "$place/refused"
refused 'another scenario' mpirun --oversubscribe -n 1 "$program" run scenarios/old-field.toml --out "$place/refused" \
    : -n 1 "$program" run scenarios/everything.toml --out "$place/refused"
refused 'only `run`' mpirun --oversubscribe -n 2 "$program" check scenarios/old-field.toml
[ ! -e "$place/refused" ] || fail 'a refused run left a folder'
echo 'what cannot be divided is refused'

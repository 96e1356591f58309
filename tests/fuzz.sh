#!/usr/bin/env bash
# Fuzzes what reads users' files: N inputs for each target (20,000 by default), none of which may panic, take more
# than 10 s or more than 1 GiB.
#
#     tests/fuzz.sh 1000                 the short form that CI runs
#     tests/fuzz.sh 1000000              the long form: some hours on two cores
#     tests/fuzz.sh 1000000 points       one target
#
# Needs cargo-fuzz, which it installs, and a C++ compiler. Inputs that broke something are kept below
# `target/fuzz/artifacts/`, what was learned of the format below `target/fuzz/corpus/`.
set -euo pipefail
cd "$(dirname "$0")/.."

inputs=${1:-20000}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(
        scenario founders stands points polygons maps hand_edits checkpoint parquet run_folder asks
    )

command -v cargo-fuzz >/dev/null || cargo install --debug cargo-fuzz --version 0.13.2 --locked
command -v c++ >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends g++; }

folder=$PWD/target/fuzz
export CARGO_TARGET_DIR=$folder/build
# No sanitizer: the code has no `unsafe`, and a stable compiler can build it.
# Many units, as a target is built for longer than it runs here.
fuzz() { cargo fuzz "$1" --fuzz-dir tests/fuzz --sanitizer none --codegen-units 16 "${@:2}"; }

fuzz build
"$(find "$folder/build" -path '*/release/seeds' -type f)" "$folder/seeds"
for target in "${targets[@]}"; do
    mkdir -p "$folder/corpus/$target" "$folder/artifacts/$target"
    printf '\n%s: %s inputs\n' "$target" "$inputs"
    fuzz run "$target" "$folder/corpus/$target" "$folder/seeds/$target" -- \
        -runs="$inputs" -seed=1 -timeout=10 -rss_limit_mb=1024 -max_len=65536 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$folder/artifacts/$target/"
done

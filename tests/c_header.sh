#!/usr/bin/env bash
# Whether the header for C is that of `crates/c`, and whether a program in C, and one in C++, that has the header and the library alone gets
# the tiles and points of the program's tables, and the blocks of `docs/src/c.md` do what they say.
#
#   tests/c_header.sh            DRAW=1 makes the header anew
#
# UNDERSTORY names the program (target/release/understory). Needs bash, Rust and a compiler for C and C++ (where it is missing and this
# is root on a system with apt, it is installed), and cbindgen, which it installs.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}/release
program=${UNDERSTORY:-$target/understory}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

command -v cc c++ >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends g++ >/dev/null; }
command -v cbindgen >/dev/null || cargo install --quiet --debug cbindgen --version 0.29.4 --locked

cbindgen --quiet --config crates/c/cbindgen.toml --output "$place/understory.h" crates/c
[ -z "${DRAW:-}" ] || cp "$place/understory.h" crates/c/include/understory.h
diff crates/c/include/understory.h "$place/understory.h"

cargo build --release --quiet --package understory-c
"$program" place scenarios/island.toml --quiet --out "$place/island" >/dev/null
"$program" scatter scenarios/segments.toml --quiet --out "$place/segments" >/dev/null
for compiler in 'cc -std=c11 -xc' 'c++ -std=c++17 -xc++'; do
    # shellcheck disable=SC2086 # the compiler with its options
    $compiler -Wall -Wextra -Wpedantic -Werror -I crates/c/include crates/c/tests/test.c -xnone -L "$target" -lunderstory_c -lm -o "$place/test"
    LD_LIBRARY_PATH=$target "$place/test" scenarios/island.toml "$place/island/instances.csv" scenarios/segments.toml "$place/segments/points.csv"
done
awk '$0 == "```c" { within = 1; next } $0 == "```" { within = 0 } within' docs/src/c.md >"$place/page.c"
cc -std=c11 -Wall -Wextra -Werror -I crates/c/include "$place/page.c" -L "$target" -lunderstory_c -lm -o "$place/page"
LD_LIBRARY_PATH=$target "$place/page" >"$place/page.txt"
test -s "$place/page.txt"
echo "the program of docs/src/c.md wrote $(wc -l <"$place/page.txt") instances"

#!/usr/bin/env bash
# Edits single files of results, of work that was interrupted too, and goes on from them or reads them: a command either
# makes what it makes of files that nobody touched, or refuses. None may panic, take over 10 s or over 1 GiB.
#
#   tests/edits.sh [EDITS [KIND…]]
#   tests/edits.sh 200 sweep
#
# KINDs are run, sweep, calibrate, compare, place and scene. UNDERSTORY names the program (target/release/understory). SEED
# gives the edits (1). Needs bash and python3.
set -euo pipefail

program=$(realpath "${UNDERSTORY:-${CARGO_TARGET_DIR:-target}/release/understory}")
exec python3 "$(dirname "$0")/edits.py" "$program" "${SEED:-1}" "${@}"

#!/usr/bin/env bash
# Counts lines of Rust outside tests, benches and examples, crate by crate: code, documentation (`///`, `//!`), other
# comments. A module behind `#[cfg(test)]` is a test, be it in the file or a file of its own. Blank lines are not counted.
#
#     tests/lines.sh              this tree
#     tests/lines.sh FOLDER       another one, for a comparison
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

# Files that are modules for tests alone: `#[cfg(test)]`, then `mod NAME;`.
tests_alone() {
    local file name folder
    find crates -name '*.rs' | while read -r file; do
        { grep -A1 -E '^#\[cfg\(test\)\]' "$file" || true; } | sed -nE 's/^(pub(\(crate\))? )?mod ([a-z_]+);.*/\3/p' |
            while read -r name; do
                folder=${file%.rs}
                case ${file##*/} in lib.rs | main.rs | mod.rs) folder=${file%/*} ;; esac
                printf '%s\n%s\n' "$folder/$name.rs" "$folder/$name/"
            done
    done
}

left_out=$(mktemp)
trap 'rm -f "$left_out"' EXIT
tests_alone >"$left_out"
find crates -name '*.rs' -not -path '*/tests/*' -not -path '*/benches/*' -not -path '*/examples/*' |
    { grep -vFf "$left_out" || true; } | sort | xargs awk '
    FNR == 1 { in_test = 0; after_cfg = 0; split(FILENAME, path, "/"); crate = path[2]; files[crate]++ }
    # rustfmt closes a module of the file itself in the first column.
    in_test { if (/^}/) in_test = 0; next }
    /^#\[cfg\(test\)\]/ { after_cfg = 1; next }
    after_cfg && /^(pub(\(crate\))? )?mod [a-z_]+ \{/ { in_test = 1; after_cfg = 0; next }
    after_cfg && /^#\[/ { next }
    after_cfg { after_cfg = 0; next }
    /^[[:space:]]*$/ { next }
    /^[[:space:]]*\/\/[\/!]/ { doc[crate]++; next }
    /^[[:space:]]*\/\// { comment[crate]++; next }
    { code[crate]++ }
    END {
        printf "%-12s %6s %7s %7s %9s\n", "crate", "files", "code", "doc", "comments"
        for (crate in files) {
            printf "%-12s %6d %7d %7d %9d\n", crate, files[crate], code[crate], doc[crate], comment[crate] | "sort"
            all_files += files[crate]; all_code += code[crate]; all_doc += doc[crate]; all_comments += comment[crate]
        }
        close("sort")
        printf "%-12s %6d %7d %7d %9d\n", "all", all_files, all_code, all_doc, all_comments
        printf "a line of code has %.2f lines of documentation and %.3f of other comments\n",
            all_doc / all_code, all_comments / all_code
    }'

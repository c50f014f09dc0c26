#!/usr/bin/env bash
# Other projects' tests under the VFS: Wine's own conformance tests, those of Go's and Python's standard libraries, programs for Node.js and
# SQLite, run by plain Wine on a merged folder and by `rvfs run` on the overlay (build/conformance/layout.py has the variants b1 to b6).
# Their output must be the same, except for build/conformance/allowed.txt. Everything is downloaded by package name through apt, npm and
# NuGet into .cache/conformance; none of it is committed. docs/proof.md has the results.
#   build/conformance.sh                        everything
#   build/conformance.sh --list                 the programs, with their variants
#   build/conformance.sh --only NAME            one program, or all that match a pattern with * and ?; may be repeated
#   build/conformance.sh --variant b4           one variant; may be repeated
#   build/conformance.sh --check                checks that all named programs exist, and compares a small one
#   build/conformance.sh --suite                the part that every run of build/test.sh includes
#   build/conformance.sh --keep DIR             keeps each program's output
#   build/conformance.sh --no-fetch             uses the contents of .cache/conformance
set -euo pipefail
cd "$(dirname "$0")/.."
cache=$PWD/.cache/conformance
here=$PWD/build/conformance
mkdir -p "$cache"
source "$here/fetch.sh"

only=() compare=() variants=() fetch=yes mode=all
while [[ $# -gt 0 ]]; do
    case $1 in
        --list) mode=list ;;
        --check) mode=check ;;
        --suite) mode=suite ;;
        --only) only+=("${2:?--only needs a name}"); shift ;;
        --variant) variants+=(--variant "${2:?--variant needs b1 to b6}"); shift ;;
        --keep) compare+=(--keep "${2:?--keep needs a folder}"); shift ;;
        --no-fetch) fetch=no ;;
        *) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done

listed() { sed -E '/^(#|$)/d' "$here/programs.txt"; }
if [[ $mode == list ]]; then
    listed | awk '{ printf "%-26s %-8s %s\n", $1, $2, $3 }'
    exit
fi

# The selected programs.
case $mode in
    check) only=("${only[@]:-kernel32/directory}") ;;
    suite) only=(ntdll/directory ntdll/file sqlite/delete sqlite/wal) variants=(--variant b1 --variant b2 --variant b3) ;;
esac
names=() wine_names=() kinds=" "
while read -r name kind _; do
    for pattern in "${only[@]:-*}"; do
        # shellcheck disable=SC2053
        if [[ $name == $pattern ]]; then
            names+=("$name")
            kinds+="$kind "
            [[ $kind != wine ]] || wine_names+=("$name")
            break
        fi
    done
done < <(listed)
[[ ${#names[@]} -gt 0 ]] || { echo "No program fits: ${only[*]}; build/conformance.sh --list names them." >&2; exit 2; }
for needed in artifacts/linux-x64/rvfs artifacts/win-x64/reloaded_vfs.dll; do
    [[ -f $needed ]] || { echo "$needed isn't there: build/publish.sh makes it." >&2; exit 1; }
done

[[ $cache/start.exe -nt $here/start.c ]] || x86_64-w64-mingw32-gcc -O1 -municode -Wall -Werror -o "$cache/start.exe" "$here/start.c"
make_prefix
for kind in wine go node python sqlite; do
    [[ $kinds == *" $kind "* || $mode == check ]] || continue
    rm -f "$cache/$kind.why"
    [[ $fetch == no ]] && continue
    # A failed download is reported once for each program, as the reason to skip the program.
    "fetch_$kind" >"$cache/$kind.log" 2>&1 || echo "not fetched: $(tail -n 1 "$cache/$kind.log")" >"$cache/$kind.why"
done
if [[ ${#wine_names[@]} -gt 0 && -d $cache/wine ]]; then
    bash "$here/wine-tests.sh" "$cache" "${wine_names[@]}" || true
fi
[[ $mode == check || $mode == suite ]] && compare+=(--repeats 2)
[[ $mode == check && ${#variants[@]} -eq 0 ]] && variants=(--variant b2)
# Reports what isn't available on this machine, with the reason; its programs count as skipped.
if [[ $mode == check ]]; then
    for kind in wine go node python sqlite; do
        [[ -f $cache/$kind.why ]] && echo "$kind: $(cat "$cache/$kind.why")" || echo "$kind: there"
    done
fi
python3 "$here/compare.py" "${compare[@]}" "${variants[@]}" "${names[@]}"

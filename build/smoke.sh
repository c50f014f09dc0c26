#!/usr/bin/env bash
# Runs ten tasks of a game (see Reloaded.VFS.Tests/Native/tools/smoke.c) with the published files in artifacts/. On Linux, compiles the
# program into artifacts/smoke (needs build/publish.sh) and runs it under Wine;
# on Windows, runs the program in that folder, and needs nothing else.
#   build/smoke.sh [--refuse]     --refuse: for systems on which rvfs must refuse to run a game (Windows on ARM)
#   build/smoke.sh --bits 32      a 32-bit game, with artifacts/win-x64/x86; on Windows only
#   build/smoke.sh --build        only compiles
# rvfs selftest runs before. Leaves artifacts/smoke/selftest.txt and artifacts/smoke/run/describe-*.json. The last line is the summary of
# the ten tasks, the exit code the number of failures.
set -euo pipefail
cd "$(dirname "$0")/.."
programs=artifacts/smoke
run=()
if [[ $(uname -s) == Linux ]]; then
    mkdir -p "$programs"
    # stubs.exe prints the bytes of the hooked functions.
    for name in smoke stubs; do
        source=Reloaded.VFS.Tests/Native/tools/$name.c
        wide=()
        grep -q 'wmain(' "$source" && wide=(-municode)
        x86_64-w64-mingw32-gcc -O2 -g0 -std=gnu11 -Wall -Wextra -Werror -static "${wide[@]}" -I src/Reloaded.VFS.Dll \
            -I Reloaded.VFS.Tests/Native/shared -o "$programs/$name.exe" "$source" -lntdll
    done
    if command -v i686-w64-mingw32-gcc >/dev/null; then
        i686-w64-mingw32-gcc -O2 -g0 -std=gnu11 -Wall -Wextra -Werror -Wno-array-bounds -static -municode -I src/Reloaded.VFS.Dll \
            -I Reloaded.VFS.Tests/Native/shared -o "$programs/smoke32.exe" Reloaded.VFS.Tests/Native/tools/smoke.c -lntdll
    fi
    [[ ${1:-} == --build ]] && exit
    run=(wine)
    export WINEPREFIX=${WINEPREFIX:-$PWD/.cache/wine-prefix-smoke} WINEDEBUG=${WINEDEBUG:--all} \
        WINEDLLOVERRIDES=${WINEDLLOVERRIDES:-mscoree,mshtml=}
    unset DISPLAY
fi
rm -rf "$programs/run"
if [[ "${1:-} ${2:-}" == "--bits 32" ]]; then
    exec "$programs/smoke32.exe" artifacts/win-x64 "$programs/run" </dev/null
fi
if [[ -f $programs/stubs.exe ]]; then
    "${run[@]}" "$programs/stubs.exe" </dev/null || echo "stubs.exe ended with $?"
fi
status=0 failed=0
if [[ ${1:-} != --refuse ]]; then
    # Wine takes its own version.dll, not that of rvfs install, unless it is told otherwise.
    WINEDLLOVERRIDES="${WINEDLLOVERRIDES:+$WINEDLLOVERRIDES;}version=n,b" "${run[@]}" artifacts/win-x64/rvfs.exe selftest </dev/null \
        >"$programs/selftest.txt" || failed=1
    cat "$programs/selftest.txt"
fi
"${run[@]}" "$programs/smoke.exe" "$@" artifacts/win-x64 "$programs/run" </dev/null || status=$?
exit $((status + failed))

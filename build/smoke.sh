#!/usr/bin/env bash
# Ten things that a game does, with what is published in artifacts/: Reloaded.VFS.Tests/Native/tools/smoke.c says which. On Linux it
# compiles that program into artifacts/smoke (needs build/publish.sh) and runs it under Wine;
# on Windows it runs what lies there, and needs nothing else.
#   build/smoke.sh [--refuse]     --refuse: where rvfs must refuse to run a game (Windows on ARM)
#   build/smoke.sh --build        only compiles
# What is left: artifacts/smoke/run/describe-*.json. The last line is the sum, the exit code how many failed.
set -euo pipefail
cd "$(dirname "$0")/.."
programs=artifacts/smoke
run=()
if [[ $(uname -s) == Linux ]]; then
    mkdir -p "$programs"
    # stubs.exe prints the bytes of the functions that are hooked.
    for name in smoke stubs; do
        source=Reloaded.VFS.Tests/Native/tools/$name.c
        wide=()
        grep -q 'wmain(' "$source" && wide=(-municode)
        x86_64-w64-mingw32-gcc -O2 -g0 -std=gnu11 -Wall -Wextra -Werror -static "${wide[@]}" -I src/Reloaded.VFS.Dll \
            -I Reloaded.VFS.Tests/Native/shared -o "$programs/$name.exe" "$source" -lntdll
    done
    [[ ${1:-} == --build ]] && exit
    run=(wine)
    export WINEPREFIX=${WINEPREFIX:-$PWD/.cache/wine-prefix-smoke} WINEDEBUG=${WINEDEBUG:--all} \
        WINEDLLOVERRIDES=${WINEDLLOVERRIDES:-mscoree,mshtml=}
    unset DISPLAY
fi
rm -rf "$programs/run"
if [[ -f $programs/stubs.exe ]]; then
    "${run[@]}" "$programs/stubs.exe" </dev/null || echo "stubs.exe ended with $?"
fi
status=0
"${run[@]}" "$programs/smoke.exe" "$@" artifacts/win-x64 "$programs/run" </dev/null || status=$?
exit $status

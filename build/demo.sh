#!/usr/bin/env bash
# Demonstrates the main use: a small game folder and three mods; real Windows programs (cmd.exe, 7za.exe) without and with the mods.
# The exit code is 0 only if each program sees exactly what it should. Only the .NET SDK needs to be installed.
#   build/demo.sh [--no-build]     --no-build: uses the contents of artifacts/
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
bash build/setup.sh
bash build/third-party.sh
[[ ${1:-} == --no-build ]] || bash build/publish.sh

rvfs=$root/artifacts/linux-x64/rvfs
export WINEPREFIX=$root/.cache/wine-prefix-demo WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
unset DISPLAY
if [[ ! -f $WINEPREFIX/ready ]]; then
    echo "Making a Wine prefix for the demonstration"
    mkdir -p "$WINEPREFIX"
    # Wine has failed at this on a busy machine.
    wineboot -i >/dev/null 2>&1 || wineboot -i >/dev/null 2>&1
    winecfg -v win10 >/dev/null 2>&1
    touch "$WINEPREFIX/ready"
fi
cmd=$WINEPREFIX/drive_c/windows/system32/cmd.exe

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
game=$work/game
mods=$game/rvfs/mods

# Creates a file with its folders; the time is fixed, so that the output is the same in each run.
file() {
    mkdir -p "$(dirname "$1")"
    printf '%s\r\n' "$2" >"$1"
    touch -d '2020-01-02 03:04:05' "$1"
}

file "$game/readme.txt" "The game's own readme."
file "$game/data/wall.txt" "A grey wall."
file "$game/data/music/theme.txt" "The theme tune."
cp .cache/third-party/node_modules/7zip-bin/win/x64/7za.exe "$game/7za.exe"
touch -d '2020-01-02 03:04:05' "$game/7za.exe"
# 1. Replaces a file of the game.
file "$mods/red-wall/data/wall.txt" "A RED wall."
# 2. Adds a file to a folder of the game, and a folder of its own.
file "$mods/island/data/music/island.txt" "The island's tune."
file "$mods/island/island/map.txt" "A map of the island."
# 3. Has the same file as the first mod; wins because it comes later in order.txt.
file "$mods/blue-wall/data/wall.txt" "A BLUE wall, with windows."
printf '%s\n' red-wall island blue-wall >"$mods/order.txt"
find "$game" "$mods" -type f | sort >"$work/on-disk-before"

heading() { printf '\n\033[1m%s\033[0m\n' "$1"; }

heading "On disk: a game, and three mods beside it in rvfs/mods"
(cd "$game" && find . -type f | sort | sed 's|^\./|    |')

windows_game="Z:${game//\//\\}"
# Normalizes what differs between runs: the folder, and line ends.
plain() { sed -e 's/\r$//' | WG=$windows_game perl -pe 's/\Q$ENV{WG}\E/<game>/gi'; }

wrong=0
check() { # description, expected, actual file
    if diff <([[ -z $2 ]] || printf '%s\n' "$2") "$3" >"$work/diff"; then
        printf '    \033[32mright\033[0m  %s\n' "$1"
    else
        printf '    \033[31mWRONG\033[0m  %s: expected (<) and seen (>)\n' "$1"
        sed 's/^/        /' "$work/diff"
        wrong=$((wrong + 1))
    fi
}

# Runs a program without and with the mods, shows both side by side, and checks both.
show() { # the command as a person types it, expected without, expected with, program, arguments...
    local typed=$1 before=$2 after=$3 program=$4
    shift 4
    heading "$typed"
    (cd "$game" && wine "$program" "$@") </dev/null 2>/dev/null | plain >"$work/before" || true
    local status=0
    (cd "$game" && "$rvfs" run --target "$game" "$program" "$@") </dev/null >"$work/raw" 2>"$work/said" || status=$?
    plain <"$work/raw" >"$work/after"
    sed 's/^/    /' "$work/said"
    printf '    %-48s%s\n' "without the mods" "with the mods (rvfs run)"
    diff --side-by-side --expand-tabs --width=100 "$work/before" "$work/after" | sed 's/^/    /' || true
    check "without the mods" "$before" "$work/before"
    check "with the mods" "$after" "$work/after"
    if [[ $status -ne 0 ]]; then
        printf '    \033[31mWRONG\033[0m  exit code %s\n' "$status"
        wrong=$((wrong + 1))
    fi
}

show 'cmd.exe: dir /s /b /a:-d data' \
    '<game>\data\wall.txt
<game>\data\music\theme.txt' \
    '<game>\data\wall.txt
<game>\data\music\island.txt
<game>\data\music\theme.txt' \
    "$cmd" /c dir /s /b /a:-d data

show 'cmd.exe: dir /b' \
    '7za.exe
data
readme.txt
rvfs' \
    '7za.exe
data
island
readme.txt' \
    "$cmd" /c dir /b

show 'cmd.exe: type data\wall.txt readme.txt   (two mods want wall.txt; the later one wins)' \
    'A grey wall.
The game'\''s own readme.' \
    'A BLUE wall, with windows.
The game'\''s own readme.' \
    "$cmd" /c 'type data\wall.txt 2>nul & type readme.txt'

show 'cmd.exe: type island\map.txt   (a folder that only a mod has)' \
    '' \
    'A map of the island.' \
    "$cmd" /c 'type island\map.txt 2>nul & exit 0'

# Prints what 7-Zip packs, with sizes and checksums.
pack() { # name of the archive
    heading "7za.exe: a $1 data island readme.txt"
}
entries() { wine "$game/7za.exe" l -slt "$1" 2>/dev/null | tr -d '\r' |
    awk '/^Path = /{p=$3} /^Size = /{s=$3} /^CRC = /{if ($3 != "") print p, s, $3}' | sort; }
crc() { # path as packed, file
    printf '%s %s %s\n' "$1" "$(stat -c %s "$2")" "$(gzip -c "$2" | tail -c 8 | od -An -N4 -tx4 | tr -d ' ' | tr a-f A-F)"
}
pack game.zip
(cd "$game" && wine 7za.exe a -tzip -mx0 "Z:$work/before.zip" data readme.txt) </dev/null >/dev/null 2>&1 || true
status=0
(cd "$game" && "$rvfs" run 7za.exe a -tzip -mx0 "Z:$work/after.zip" data island readme.txt) </dev/null >"$work/raw" 2>"$work/said" ||
    status=$?
sed 's/^/    /' "$work/said"
if [[ $status -ne 0 ]]; then
    printf '    \033[31mWRONG\033[0m  exit code %s\n' "$status"
    wrong=$((wrong + 1))
fi
entries "$work/before.zip" >"$work/before"
entries "$work/after.zip" >"$work/after"
printf '    %-48s%s\n' "without the mods: path, size, CRC" "with the mods (rvfs run)"
diff --side-by-side --expand-tabs --width=100 "$work/before" "$work/after" | sed 's/^/    /' || true
check "without the mods" "$({ crc 'data\music\theme.txt' "$game/data/music/theme.txt"
    crc 'data\wall.txt' "$game/data/wall.txt"
    crc readme.txt "$game/readme.txt"; } | sort)" "$work/before"
check "with the mods" "$({ crc 'data\music\island.txt' "$mods/island/data/music/island.txt"
    crc 'data\music\theme.txt' "$game/data/music/theme.txt"
    crc 'data\wall.txt' "$mods/blue-wall/data/wall.txt"
    crc 'island\map.txt' "$mods/island/island/map.txt"
    crc readme.txt "$game/readme.txt"; } | sort)" "$work/after"

heading "On disk afterwards"
find "$game" "$mods" -type f -not -path '*/rvfs/logs/*' | sort >"$work/on-disk-after"
if cmp -s "$work/on-disk-before" "$work/on-disk-after" && [[ $(cat "$game/data/wall.txt") == $'A grey wall.\r' ]]; then
    printf '    \033[32mright\033[0m  no file of the game or of a mod has changed\n'
else
    printf '    \033[31mWRONG\033[0m  files have changed\n'
    diff "$work/on-disk-before" "$work/on-disk-after" | sed 's/^/        /' || true
    wrong=$((wrong + 1))
fi

echo
if [[ $wrong -eq 0 ]]; then
    echo "Each program saw exactly what it should."
else
    echo "$wrong checks are wrong."
    exit 1
fi

#!/usr/bin/env bash
# Makes the pictures of a terminal in the documentation, from real runs of what lies in artifacts/.
#   build/pictures.sh             writes docs/pictures/*.svg
#   build/pictures.sh --check     fails if one of them isn't what a run shows
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WINEPREFIX=${WINEPREFIX:-$root/.cache/wine-prefix-demo} WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
export HOME=$work/home XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data COLUMNS=88 CLICOLOR_FORCE=1 LC_ALL=C.UTF-8
unset DISPLAY NO_COLOR
game=$work/games/hero
mkdir -p "$HOME/Downloads" "$game/data/maps" "$work/bin" docs/pictures
ln -s "$root/artifacts/linux-x64/rvfs" "$work/bin/rvfs"
PATH=$work/bin:$PATH

x86_64-w64-mingw32-gcc -O2 -s -static build/pictures/game.c -o "$game/game.exe"
echo "a knight in grey" >"$game/data/hero.txt"
echo "a castle" >"$game/data/maps/castle.map"
# Makes an archive as a download is: file, content.
archive() { # name of the archive, path in it, content
    mkdir -p "$work/pack/$(dirname "$2")"
    echo "$3" >"$work/pack/$2"
    (cd "$work/pack" && 7z a -bso0 -bsp0 "$HOME/Downloads/$1" .)
    rm -r "$work/pack"
}
archive better-hero.zip data/hero.txt "a knight in shining armour"
archive new-island.7z data/maps/island.map "an island"

# Not shown: the first start makes the Wine prefix where it is missing.
(cd "$game" && rvfs run --no-mods game.exe) </dev/null >"$work/first" 2>&1 || { cat "$work/first" >&2; exit 1; }
rm -rf "$game/rvfs"

type_in() { # a command as a person types it
    printf '$ %s\n' "$1"
    (cd "$game" && bash -c "$1" </dev/null 2>&1) | sed -e 's/\r$//' -e "s|$work||g"
    echo
}

{
    type_in 'rvfs run --no-mods game.exe'
    type_in 'rvfs add ~/Downloads/better-hero.zip ~/Downloads/new-island.7z'
    type_in 'rvfs run game.exe'
    type_in 'rvfs which data/hero.txt'
} >"$work/quick-start"
python3 build/pictures/terminal.py 'rvfs adds two archives, the game runs with both mods, and rvfs which says whose file it sees' 88 \
    <"$work/quick-start" >"$work/quick-start.svg"

if [[ ${1:-} == --check ]]; then
    diff docs/pictures/quick-start.svg "$work/quick-start.svg" || { echo "build/pictures.sh makes the picture anew." >&2; exit 1; }
else
    cp "$work/quick-start.svg" docs/pictures/
fi

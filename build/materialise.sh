#!/usr/bin/env bash
# Measures `rvfs materialise` beside `cp -al` of the same files, on the file system of the folder that is given (default: the temporary
# one): 30 mods of 5,000 files over a game of 20,000. Needs artifacts/linux-x64/rvfs (build/publish.sh). Everything is deleted afterwards.
#   build/materialise.sh [FOLDER] [ROUNDS]
set -euo pipefail
rvfs=$(dirname "$(realpath "$0")")/../artifacts/linux-x64/rvfs
work=$(mktemp -d "${1:-${TMPDIR:-/tmp}}/rvfs-materialise-XXXXXX")
trap 'rm -rf "$work"' EXIT
make() { # folder, folders, files in each, prefix
    local folder=$1 d i
    for ((d = 0; d < $2; d++)); do
        mkdir -p "$folder/data/part$((d % 20))/group$d"
        for ((i = 0; i < $3; i++)); do echo "$4$d-$i" > "$folder/data/part$((d % 20))/group$d/$4file$i.dds"; done
    done
}
make "$work/game" 500 40 ""
for mod in $(seq 30); do make "$work/game/rvfs/mods/mod$mod" 100 50 "m$mod"; done
now() { date +%s%N; }
echo "$(find "$work/game" -type f | wc -l) files on $(stat -f -c %T "$work")"
for ((round = 0; round < ${2:-5}; round++)); do
    a=$(now); cp -al "$work/game" "$work/copy"
    b=$(now); "$rvfs" materialise "$work/made" --target "$work/game" > /dev/null
    c=$(now); "$rvfs" materialise "$work/made" --target "$work/game" > /dev/null
    d=$(now); "$rvfs" materialise "$work/made" --remove > /dev/null
    rm -rf "$work/copy"
    awk -v a="$a" -v b="$b" -v c="$c" -v d="$d" 'BEGIN { printf "cp -al %.2f s, rvfs materialise %.2f s (%.2f times), once more without a change %.2f s\n",
        (b - a) / 1e9, (c - b) / 1e9, (c - b) / (b - a), (d - c) / 1e9 }'
done

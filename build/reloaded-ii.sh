#!/usr/bin/env bash
# Assembles the mod for Reloaded-II: only the files that a user copies into the loader's folder of mods.
#   build/reloaded-ii.sh PUBLISHED FOLDER
#     PUBLISHED  the output of dotnet publish for src/Reloaded.VFS.ReloadedII
#     FOLDER     the mod's folder; existing contents are replaced
set -euo pipefail
published=$1 folder=$2
library=$(dirname "$0")/../artifacts/win-x64/reloaded_vfs.dll

rm -rf "$folder"
for file in "$published"/{Reloaded.{VFS.ReloadedII,Universal.Redirector.Interfaces}.dll,ModConfig.json,NOTICE.md,LICENSE,{,L}GPL-3.txt} \
    "$library"; do
    install -m 644 -D -t "$folder" "$file"
done

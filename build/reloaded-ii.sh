#!/usr/bin/env bash
# Puts the mod for Reloaded-II together: what a user copies among the loader's mods, and nothing else.
#   build/reloaded-ii.sh PUBLISHED FOLDER
#     PUBLISHED  what dotnet publish has left of src/Reloaded.VFS.ReloadedII
#     FOLDER     where it goes; what is there is replaced
set -euo pipefail
published=$1 folder=$2
library=$(dirname "$0")/../artifacts/win-x64/reloaded_vfs.dll

rm -rf "$folder"
for file in "$published"/{Reloaded.{VFS.ReloadedII,Universal.Redirector.Interfaces}.dll,ModConfig.json,NOTICE.md,LICENSE} "$library"; do
    install -m 644 -D -t "$folder" "$file"
done

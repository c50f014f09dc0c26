#!/usr/bin/env bash
# Downloads the assemblies with the interfaces of Reloaded-II and its redirector for mods from NuGet into .cache/reloaded-interfaces, and
# prints that folder's path for RVFS_RELOADED_INTERFACES (build/ReloadedInterfaces.props); on GitHub, also sets this variable for the next
# steps. The assemblies are under GPLv3 and LGPLv3.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$PWD/.cache/reloaded-interfaces
if ! [[ -f $folder/Reloaded.Mod.Interfaces.dll && -f $folder/Reloaded.Universal.Redirector.Interfaces.dll ]]; then
    dotnet build build/reloaded-interfaces/Fetch.csproj -c Release -v quiet -nologo -o "$folder" >&2
fi
echo "$folder"
if [[ -n "${GITHUB_ENV:-}" ]]; then
    echo "RVFS_RELOADED_INTERFACES=$folder" >>"$GITHUB_ENV"
fi

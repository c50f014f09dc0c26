#!/usr/bin/env bash
# Builds the user's files into artifacts/: the DLL and its header, the launcher and its page for Windows and for Linux. Does nothing if no
# source has changed since the last build; --force builds anyway. If RVFS_RELOADED_INTERFACES names a folder with the interfaces of
# Reloaded-II (build/reloaded-interfaces.sh), the mod for Reloaded-II is built too. --bits 32 builds the DLL for 32-bit games, and only
# that, into artifacts/win-x86.
set -euo pipefail
cd "$(dirname "$0")/.."
bash build/setup.sh build

if [[ "${1:-} ${2:-}" == "--bits 32" ]]; then
    echo "Publishing Reloaded.VFS.Dll for 32-bit games"
    dotnet publish src/Reloaded.VFS.Dll -c Release -v quiet -nologo -p:RvfsRuntime=win-x86 -o artifacts/obj/loader-x86
    rm -rf artifacts/win-x86
    cp -r artifacts/obj/loader-x86/image artifacts/win-x86
    cp src/Reloaded.VFS.Dll/reloaded_vfs.h artifacts/win-x86/
    du -sh artifacts/win-x86
    exit 0
fi

stamp=artifacts/obj/published # contains the sources' names; its time is the start of the last build
results=(artifacts/win-x64/{reloaded_vfs.dll,rvfs_proxy.dll,reloaded_vfs.h,rvfs.exe,rvfsw.exe} artifacts/linux-x64/rvfs
    artifacts/win-x64/rvfs-ui.exe artifacts/linux-x64/rvfs-ui)
mod=artifacts/reloaded-ii/reloaded.universal.redirector
if [[ -n "${RVFS_RELOADED_INTERFACES:-}" ]]; then
    results+=("$mod"/{ModConfig.json,Reloaded.VFS.ReloadedII.dll})
fi
# Without what is only packed.
sources() {
    find src build Directory.* global.json \( -name bin -o -name obj -o -name node_modules -o -path src/Reloaded.VFS.Client -o -path build/release \
        -o -path build/package \) -prune -o -type f "$@" -print
}
is_current() {
    local file
    for file in "$stamp" "${results[@]}"; do
        [[ -f $file ]] || return 1
    done
    [[ -z "$(sources -newer "$stamp")" ]] && sources | sort | cmp -s - "$stamp"
}
if [[ "${1:-}" != --force ]] && is_current; then
    echo "artifacts/ is up to date."
    exit 0
fi
# The time before the build, so that a source edited meanwhile is newer.
mkdir -p artifacts/obj
sources | sort >"$stamp.new"

publish() { # project, arguments
    local project=$1
    shift
    echo "Publishing $project $*"
    dotnet publish "src/$project" -c Release -v quiet -nologo "$@"
}

# Copies only changed files, so that time stamps show changes.
place() { cmp -s "$1" "$2" || install -m "$3" -D "$1" "$2"; }

staging=artifacts/obj
publish Reloaded.VFS.Dll -o "$staging/loader"
publish Reloaded.VFS.Cli -p:RvfsRuntime=win-x64 -o "$staging/cli-win-x64"
publish Reloaded.VFS.Cli -p:RvfsRuntime=linux-x64 -o "$staging/cli-linux-x64"
publish Reloaded.VFS.Ui -p:RvfsRuntime=win-x64 -o "$staging/ui-win-x64"
publish Reloaded.VFS.Ui -p:RvfsRuntime=linux-x64 -o "$staging/ui-linux-x64"

place "$staging/loader/reloaded_vfs.dll" artifacts/win-x64/reloaded_vfs.dll 644
place "$staging/loader/rvfs_proxy.dll" artifacts/win-x64/rvfs_proxy.dll 644
place src/Reloaded.VFS.Dll/reloaded_vfs.h artifacts/win-x64/reloaded_vfs.h 644
place "$staging/cli-win-x64/rvfs.exe" artifacts/win-x64/rvfs.exe 755
place "$staging/cli-win-x64/rvfsw.exe" artifacts/win-x64/rvfsw.exe 755
place "$staging/cli-linux-x64/rvfs" artifacts/linux-x64/rvfs 755
place "$staging/ui-win-x64/rvfs-ui.exe" artifacts/win-x64/rvfs-ui.exe 755
place "$staging/ui-linux-x64/rvfs-ui" artifacts/linux-x64/rvfs-ui 755
if [[ -n "${RVFS_RELOADED_INTERFACES:-}" ]]; then
    publish Reloaded.VFS.ReloadedII -o "$staging/reloaded-ii"
    bash build/reloaded-ii.sh "$staging/reloaded-ii" "$mod"
else
    echo "The mod for Reloaded-II isn't built: RVFS_RELOADED_INTERFACES isn't set (build/reloaded-interfaces.sh)."
fi
mv "$stamp.new" "$stamp"
ls -l "${results[@]}"

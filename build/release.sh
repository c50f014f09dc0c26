#!/usr/bin/env bash
# Makes a release in artifacts/release/: the players' archives, the SDK, symbols, NuGet packages, a bill of materials, checksums, and what
# package managers need. Publishes first (build/publish.sh), which does nothing if no source has changed. docs/releasing.md says more.
#   build/release.sh VERSION [--final] [--no-build] [--repository URL]
#   build/release.sh VERSION --turn-over
#     --final       refuses where the changelog isn't ready for this version, a page says that there is no release, or something that a
#                   release has can't be made
#     --no-build    takes what is published, whatever the sources are
#     --turn-over   makes nothing but the changelog's part on this version, of what stands under "Unreleased", with today's date
#     --repository  the repository's web address; by default that of git's remote "origin"
# The bytes depend on the sources and on the time of the commit alone (or on SOURCE_DATE_EPOCH).
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { echo "usage: $0 VERSION [--final] [--no-build] [--repository URL] | VERSION --turn-over" >&2; exit 2; }
version="" final="" build=1 repository="" turn=""
while [[ $# -gt 0 ]]; do
    case $1 in
        --final) final=1 ;;
        --no-build) build="" ;;
        --turn-over) turn=1 ;;
        --repository) repository=${2:?"--repository needs an address"}; shift ;;
        -*) usage ;;
        *) version=$1 ;;
    esac
    shift
done
[[ $version ]] || usage

fail() { echo "release.sh: $*" >&2; exit 1; }
# What a release lacks: said aloud, and an error in the final one.
lacks() {
    [[ -z $final ]] || fail "$*"
    echo "LEFT OUT: $*"
}

IFS=: read -r line written < <(grep -n '<Version>' Directory.Build.props)
found=$(sed -E 's/.*<Version>(.*)<\/Version>.*/\1/' <<<"$written")
[[ $found == "$version" ]] || fail "this tree is version $found: change Directory.Build.props, line $line, to <Version>$version</Version>"
if [[ $turn ]]; then
    exec python3 build/release/changes.py "$version" --turn-over "$(date -u +%F)"
fi
seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || true)}
[[ $seconds ]] || fail "no commit says what time the files have: set SOURCE_DATE_EPOCH"
if [[ -z $repository ]]; then
    # An address for git is one for browsers, too, but for its form.
    repository=$(git remote get-url origin 2>/dev/null | sed -E 's#^(ssh://)?git@([^:/]+)[:/]#https://\2/#; s#\.git$##' || true)
fi
# Before anything is built, and before an earlier release is deleted.
if [[ $final ]]; then
    python3 build/release/changes.py "$version" "$repository" --final >/dev/null
    none="There is no release to download"
    stale=$(grep -nF "$none" README.md docs/*.md | cut -d: -f1,2 | paste -sd ' ' || true)
    [[ -z $stale ]] || fail "\"$none\" won't be true: say there where the release is, and commit it: $stale"
fi
[[ $repository ]] || lacks "the files for package managers: git has no remote, so name the repository (--repository URL)"

export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
if [[ $build ]]; then
    bash build/publish.sh
    bash build/publish.sh --bits 32
fi

here=build/release release=artifacts/release stage=artifacts/obj/release
rm -rf "$release" "$stage"
mkdir -p "$release" "$stage"
assets=(src/Reloaded.VFS.Dll/obj/project.assets.json src/Reloaded.VFS.{Cli,Ui}/obj/{win,linux}-x64/project.assets.json)
symbols=(src/Reloaded.VFS.Dll/bin/Release/net10.0/win-x64/native/reloaded_vfs.pdb
    src/Reloaded.VFS.Dll/obj/Release/net10.0/win-x64/native/proxy/rvfs_proxy.pdb
    src/Reloaded.VFS.Cli/bin/Release/net10.0/win-x64/native/rvfs.pdb
    src/Reloaded.VFS.Cli/bin/Release/net10.0/linux-x64/native/rvfs.dbg
    src/Reloaded.VFS.Ui/bin/Release/net10.0/win-x64/native/rvfs-ui.pdb
    src/Reloaded.VFS.Ui/bin/Release/net10.0/linux-x64/native/rvfs-ui.dbg)
# CoreCLR in the folder for 32-bit games.
[[ ! -f artifacts/win-x86/reloaded_vfs.dll ]] || assets+=(src/Reloaded.VFS.Dll/obj/win-x86/project.assets.json)
page=src/Reloaded.VFS.Ui/page
for file in "${assets[@]}" "${symbols[@]}"; do
    [[ -f $file ]] || fail "$file isn't there, which publishing leaves: bash build/publish.sh --force"
done

pack() { # name of a folder in the stage, kinds
    local name=$1 kind
    shift
    for kind in "$@"; do
        python3 "$here/pack.py" "$seconds" "$release/$name.$kind" "$stage/$name"
    done
}

echo "Notices and changes"
python3 "$here/notices.py" --page "$page" "${assets[@]}" >"$stage/THIRD-PARTY-NOTICES.txt"
python3 "$here/changes.py" "$version" "$repository" ${final:+--final} >"$stage/CHANGELOG.md"
put() { install -m "$1" -D "$2" "$3"; } # mode, file, new file
put 644 "$stage/CHANGELOG.md" "$release/CHANGELOG.md"
terms() { # folder
    put 644 LICENSE "$1/LICENSE"
    put 644 "$stage/THIRD-PARTY-NOTICES.txt" "$1/THIRD-PARTY-NOTICES.txt"
}

echo "For players"
name=reloaded-vfs-$version
for file in reloaded_vfs.dll rvfs_proxy.dll; do put 644 "artifacts/win-x64/$file" "$stage/$name/win-x64/$file"; done
for file in rvfs.exe rvfsw.exe rvfs-ui.exe; do put 755 "artifacts/win-x64/$file" "$stage/$name/win-x64/$file"; done
for file in rvfs rvfs-ui; do put 755 "artifacts/linux-x64/$file" "$stage/$name/linux-x64/$file"; done
if [[ -f artifacts/win-x86/reloaded_vfs.dll ]]; then
    while IFS= read -r file; do
        put 644 "artifacts/win-x86/$file" "$stage/$name/win-x64/x86/$file"
    done < <(cd artifacts/win-x86 && find . -type f -name '*.dll' -printf '%P\n' | LC_ALL=C sort)
else
    lacks "32-bit games: artifacts/win-x86 isn't there (build/publish.sh --bits 32)"
fi
put 644 "$here/README.md" "$stage/$name/README.md"
put 644 "$stage/CHANGELOG.md" "$stage/$name/CHANGELOG.md"
terms "$stage/$name"
pack "$name" zip tar.gz

echo "The SDK"
name=reloaded-vfs-sdk-$version
sdk=$stage/$name
put 644 artifacts/win-x64/reloaded_vfs.dll "$sdk/bin/reloaded_vfs.dll"
put 644 artifacts/win-x64/reloaded_vfs.h "$sdk/include/reloaded_vfs.h"
mkdir -p "$sdk/lib"
{
    printf 'LIBRARY reloaded_vfs.dll\nEXPORTS\n'
    llvm-readobj --coff-exports artifacts/win-x64/reloaded_vfs.dll | sed -n 's/^ *Name: \(..*\)$/    \1/p' | LC_ALL=C sort
} >"$sdk/lib/reloaded_vfs.def"
llvm-dlltool -m i386:x86-64 -d "$sdk/lib/reloaded_vfs.def" -l "$sdk/lib/reloaded_vfs.lib"
# Its members are named after temporary files, which have the process's number otherwise.
x86_64-w64-mingw32-dlltool -m i386:x86-64 --deterministic-libraries --temp-prefix "$stage/d" \
    -d "$sdk/lib/reloaded_vfs.def" -l "$sdk/lib/libreloaded_vfs.dll.a"
for file in "$here"/sdk/cmake/*.cmake; do
    mkdir -p "$sdk/lib/cmake/ReloadedVFS"
    sed "s/@VERSION@/${version%%-*}/" "$file" >"$sdk/lib/cmake/ReloadedVFS/$(basename "$file")"
done
for sample in loader-c loader-cpp loader-csharp; do
    while IFS= read -r file; do
        put 644 "$file" "$sdk/$file"
    done < <(find "samples/$sample" \( -name bin -o -name obj \) -prune -o -type f ! -name packages.lock.json -print | LC_ALL=C sort)
done
put 644 "$here/sdk/README.md" "$sdk/README.md"
terms "$sdk"
pack "$name" zip

mod=artifacts/reloaded-ii/reloaded.universal.redirector
if [[ -n "${RVFS_RELOADED_INTERFACES:-}" ]]; then
    echo "The mod for Reloaded-II"
    name=reloaded-vfs-reloaded-ii-$version
    mkdir -p "$stage/$name"
    cp -r "$mod" "$stage/$name/"
    put 644 "$stage/THIRD-PARTY-NOTICES.txt" "$stage/$name/${mod##*/}/THIRD-PARTY-NOTICES.txt"
    if [[ $repository ]]; then
        printf '\nThe source of this version: %s/tree/v%s\n' "${repository%/}" "$version" >>"$stage/$name/${mod##*/}/NOTICE.md"
    fi
    pack "$name" zip
else
    echo "LEFT OUT: the mod for Reloaded-II: RVFS_RELOADED_INTERFACES isn't set (build/reloaded-interfaces.sh)"
fi

echo "Symbols"
name=reloaded-vfs-symbols-$version
for file in "${symbols[@]}"; do
    folder=win-x64
    [[ $file != *.dbg ]] || folder=linux-x64
    put 644 "$file" "$stage/$name/$folder/${file##*/}"
done
pack "$name" zip

echo "NuGet packages"
for project in Reloaded.VFS Reloaded.VFS.Mods Reloaded.VFS.Client; do
    dotnet pack "src/$project" -c Release -v quiet -nologo -o "$stage/packages" -p:RvfsPack=true -p:PackageProjectUrl="$repository" \
        -p:RvfsNotices="$PWD/$stage/THIRD-PARTY-NOTICES.txt"
done
python3 "$here/same-packages.py" "$seconds" "$release" "$stage"/packages/*nupkg

echo "Bill of materials"
dotnet tool restore --verbosity quiet >/dev/null
materials() { # runtime or nothing, project, file
    RvfsRuntime=$1 dotnet tool run dotnet-CycloneDX -- "src/$2/$2.csproj" --disable-package-restore --no-serial-number \
        --output-format Json --output "$stage" --filename "$3" >"$stage/$3.log" || { cat "$stage/$3.log" >&2; fail "no bill of materials"; }
}
materials "" Reloaded.VFS.Dll dll.json
materials win-x64 Reloaded.VFS.Cli cli-win-x64.json
materials linux-x64 Reloaded.VFS.Cli cli-linux-x64.json
materials win-x64 Reloaded.VFS.Ui ui-win-x64.json
materials linux-x64 Reloaded.VFS.Ui ui-linux-x64.json
python3 "$here/notices.py" --sbom --page "$page" "${assets[@]}" >"$stage/runtime.txt"
python3 "$here/materials.py" "$version" "$seconds" "$stage/runtime.txt" "$stage/reloaded-vfs-$version" \
    "$stage"/{dll,cli-win-x64,cli-linux-x64,ui-win-x64,ui-linux-x64}.json >"$release/reloaded-vfs-$version.cdx.json"

(cd "$release" && sha256sum -- * >../obj/release/SHA256SUMS)
mv "$stage/SHA256SUMS" "$release/"

if [[ $repository ]]; then
    echo "Package managers"
    python3 packaging/generate.py "$version" "$repository" "$release/SHA256SUMS" "$seconds" "$release/packaging"
fi
echo
(cd "$release" && find . -type f -printf '%10s  %P\n' | LC_ALL=C sort -k 2)

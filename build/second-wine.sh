#!/usr/bin/env bash
# Runs the tests in real processes on a second Wine: that of Debian trixie, with its 32-bit part, in a folder of its own
# (.cache/second-wine, 2 GB), beside the installed one. Needs root, debootstrap and a Debian mirror. Nothing outside the folder is
# changed, and the mounts end with the command.
#   build/second-wine.sh [FILTER]     FILTER: a filter of dotnet test; by default, all tests in real processes
#   build/second-wine.sh --check      a run of a minute without Debian's archive: two tests with the installed Wine as the second one
# The tests must be built and published first: build/publish.sh, dotnet build Reloaded.VFS.Tests -c Release.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
suite=${RVFS_SECOND_SUITE:-trixie}
# The mirror that this machine's apt uses for Debian, or else debootstrap's own.
mirror=${RVFS_SECOND_MIRROR:-$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed -nE 's,^Debian ((https?|file):),\1,p' | head -n 1 || true)}
rooms="FullyQualifiedName~Tests.Behaviour|FullyQualifiedName~Tests.Programs|FullyQualifiedName~Tests.Fuzz"
rooms+="|FullyQualifiedName~Tests.Hooks|FullyQualifiedName~Tests.Dll"
filter=${1:-$rooms}
folder=$repository/.cache/second-wine
root=$folder/root
complete=$root/.rvfs-complete-3

if [[ $EUID -ne 0 ]]; then
    echo "build/second-wine.sh mounts folders: run it as root." >&2
    exit 1
fi
PATH=$PATH:/usr/sbin:/sbin
check=
if [[ $filter == --check ]]; then
    check=yes
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    root=/
    filter='FullyQualifiedName~ReadingTests.TheSameFolderTwiceIsTheSame|FullyQualifiedName~ThirdPartyTests.SevenZipPacksTheModsFiles'
elif [[ ! -f $complete ]]; then
    echo "Making Debian $suite with Wine in $root"
    rm -rf "$root" "$folder/prefix"
    mkdir -p "$root"
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" ${mirror:+"$mirror"} >"$folder/debootstrap.log" 2>&1 || {
        tail -n 5 "$folder/debootstrap.log" >&2
        exit 1
    }
    chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c \
        "apt-get update -qq && apt-get install -y -qq --no-install-recommends wine wine64" >"$folder/apt.log" 2>&1 || {
        tail -n 5 "$folder/apt.log" >&2
        exit 1
    }
    touch "$complete"
fi

# The 32-bit part, for programs that a game starts. Requested again at each call if the archive didn't have it.
with_32_bit=$root/.rvfs-with-32-bit
if [[ ! $check && ! -f $with_32_bit ]]; then
    if chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c \
        "dpkg --add-architecture i386 && apt-get update -qq && apt-get install -y -qq --no-install-recommends wine32:i386" \
        >"$folder/apt-32-bit.log" 2>&1; then
        touch "$with_32_bit"
    else
        tail -n 3 "$folder/apt-32-bit.log" >&2
        echo "No 32-bit Wine could be installed: a 32-bit program that a game starts needn't run." >&2
        chroot "$root" sh -c "dpkg --remove-architecture i386; apt-get update -qq" >>"$folder/apt-32-bit.log" 2>&1 || true
    fi
fi

# Commands that run the second Wine's programs in its own root, in the caller's folder. Wine 10.0 aborts at once if TMPDIR is set.
mkdir -p "$folder/bin"
[[ $check ]] || mkdir -p "$root$repository" "$root/tmp" "$root/proc" "$root/dev"
wrap() { # the command's name, the program in that root
    cat >"$folder/bin/$1" <<WRAPPER
#!/bin/sh
exec env -u TMPDIR chroot "$root" /bin/sh -c 'cd "\$0" && exec "\$@"' "\$PWD" $2 "\$@"
WRAPPER
    chmod +x "$folder/bin/$1"
}
for name in wineserver wineboot winecfg; do
    wrap "$name" "/usr/bin/$name"
done
# Bypasses Debian's script, which asks for a 32-bit Wine at each start.
wrap wine /usr/lib/wine/wine64
wrap wine64 /usr/lib/wine/wine64
[[ -e $root/usr/bin/wineserver ]] || ln -sf "$(cd "$root" && find usr/lib -name 'wineserver*' -type f | sed 's|^|/|' | head -n 1)" \
    "$root/usr/bin/wineserver"

run_tests() {
    # Without this, the second Wine prints an error instead of the program's output.
    export XDG_RUNTIME_DIR=$folder/run
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
    # The folder in which a game records its calls, shared by both roots.
    export XDG_DATA_HOME=$folder/data
    mkdir -p "$XDG_DATA_HOME"
    export PATH=$folder/bin:$PATH RVFS_WINE=$folder/bin/wine RVFS_TEST_PREFIX=$folder/prefix
    [[ ! -f $with_32_bit ]] || export RVFS_TEST_32BIT=1
    local status=0
    for name in wine wine64; do
        echo "On $("$name" --version) ($name), Debian $(cat "$root/etc/debian_version")"
    done
    dotnet test Reloaded.VFS.Tests -c Release --no-build --filter "$filter" || status=$?
    WINEPREFIX=$folder/prefix wineserver -k || true
    return $status
}
if [[ $check ]]; then
    run_tests
    exit
fi

# These mounts end with the command.
export -f run_tests
export root repository folder filter check with_32_bit
exec unshare --mount bash -euo pipefail -c '
    # Later mounts by tests are visible in both roots.
    mount --rbind /tmp /tmp
    mount --make-shared /tmp
    mount --rbind "$repository" "$root$repository"
    mount --rbind /tmp "$root/tmp"
    mount --rbind /proc "$root/proc"
    mount --rbind /dev "$root/dev"
    run_tests
'

#!/usr/bin/env bash
# Installs missing packages for building and testing on Debian: the compilers and the linker for Windows, Wine, and the tools of the
# demonstration and the documentation. Needs the .NET SDK. Safe to run again, and quick if nothing is missing.
#   build/setup.sh            everything, with the Windows SDK's headers and import libraries (1 GB, by NuGet)
#   build/setup.sh build      only the packages for building and publishing
#   build/setup.sh wine32     also Wine's 32-bit part, for the tests of 32-bit games; without it these tests are skipped. Not part of
#                             "everything": with it Debian's command wine starts the 32-bit loader first. build/test.sh asks for it.
set -euo pipefail

# package:its command or file (another package may also have it, as NodeSource's nodejs has npm)
build=(clang:clang lld:lld-link llvm:llvm-dlltool mingw-w64:x86_64-w64-mingw32-gcc mingw-w64:i686-w64-mingw32-gcc python3:python3
    nodejs:node npm:npm)
run=(wine:wine wine64:/usr/lib/wine/wine64 mkdocs:mkdocs mkdocs-material:/usr/share/mkdocs/themes/material
    yamllint:yamllint cmake:cmake make:make xz-utils:xz
    clang-format:clang-format debootstrap:debootstrap bubblewrap:bwrap bindfs:bindfs fuse-overlayfs:fuse-overlayfs mergerfs:mergerfs
    chromium:chromium libarchive-tools:bsdtar p7zip-full:7z)

case "${1:-all}" in
    build) wanted=("${build[@]}") ;;
    all | wine32) wanted=("${build[@]}" "${run[@]}") ;;
    *) echo "usage: $0 [all|build|wine32]" >&2; exit 2 ;;
esac

if ! command -v dotnet >/dev/null; then
    echo "The .NET SDK is missing (global.json names the version): https://dotnet.microsoft.com/download" >&2
    exit 1
fi

# Must come first: the rest ends if nothing is missing.
if [[ ${1:-all} != build ]]; then
    dotnet restore "$(dirname "$0")/windows-sdk/WindowsSdk.csproj" -v quiet -nologo
fi

PATH=$PATH:/usr/sbin:/sbin
missing=()
for entry in "${wanted[@]}"; do
    package=${entry%%:*} brings=${entry#*:}
    [[ $brings == /* && -e $brings ]] || command -v "$brings" >/dev/null || missing+=("$package")
done
with_wine32=
[[ ${1:-} == wine32 && ! -x /usr/lib/wine/wine ]] && with_wine32=yes
[[ ${#missing[@]} -eq 0 && ! $with_wine32 ]] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "Not a Debian system; please install: ${missing[*]}" >&2
    exit 1
fi
as_root=()
if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        echo "Please install as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

if [[ ${#missing[@]} -gt 0 ]]; then
    echo "Installing: ${missing[*]}"
    # A mirror may lack one of its lists for a while; which packages that concerns, the installation says.
    "${as_root[@]}" apt-get update -qq || echo "Not all package lists could be fetched: going on with those that are there." >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
# Some virtual machines and kernels run no 32-bit program: there Wine's 32-bit part would only be in the way of its 64-bit one.
runs_32_bit() {
    local program status=0
    program=$(mktemp)
    printf 'void _start(void) { __asm__("int $0x80" : : "a"(1), "b"(0)); }' \
        | clang --target=i386-linux-gnu -nostdlib -static -fuse-ld=lld -x c -o "$program" - && "$program" 2>/dev/null || status=$?
    rm -f "$program"
    return $status
}
if [[ $with_wine32 ]] && ! runs_32_bit; then
    echo "This system's kernel runs no 32-bit programs: the tests of 32-bit games are skipped." >&2
elif [[ $with_wine32 ]]; then
    echo "Installing: wine32:i386"
    dpkg --print-foreign-architectures | grep -qx i386 || is_new=yes
    if ! { "${as_root[@]}" dpkg --add-architecture i386 && "${as_root[@]}" apt-get update -qq \
        && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends wine32:i386 >/dev/null; }; then
        echo "Wine's 32-bit part (wine32:i386) can't be had here: the tests of 32-bit games are skipped." >&2
        # Otherwise a list that the mirror lacks would fail each later update of the lists.
        [[ ! ${is_new:-} ]] || "${as_root[@]}" dpkg --remove-architecture i386
    fi
fi

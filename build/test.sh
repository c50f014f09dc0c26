#!/usr/bin/env bash
# All tests, those in real processes included, with all the set-up that they need. The last line is the sum of everything.
#   build/test.sh [--no-build]     --no-build: with what is in artifacts/
set -uo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
# Nothing is skipped for want of something that set-up brings; stress tests run their full measure.
export RVFS_SKIP_NOTHING=1 RVFS_STORM=${RVFS_STORM:-1}

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
passed=0 failed=0 skipped=0

# One thing that isn't a test of the test project: counts as one.
step() { # name, command...
    local name=$1
    shift
    echo "=== $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
}

counter() { grep -o '<Counters [^>]*' "$1" | grep -o " $2=\"[0-9]*\"" | tr -dc 0-9; }

# A run of the test project under a name; its results are added up from the file that it writes.
tests() { # name, filter
    local name=$1 filter=$2 file=$results/$1.trx
    echo "=== tests: $name"
    dotnet test Reloaded.VFS.Tests -c Release --no-build --filter "$filter" --results-directory "$results" \
        --logger "trx;LogFileName=$1.trx" --logger "console;verbosity=minimal" --blame-hang-timeout 15m --blame-hang-dump-type none
    local status=$?
    if [[ ! -f $file ]] || ! counter "$file" total >/dev/null; then
        echo "FAILED: the tests '$name' ended without results (status $status)"
        failed=$((failed + 1))
        return
    fi
    local total executed
    total=$(counter "$file" total) executed=$(counter "$file" executed)
    passed=$((passed + $(counter "$file" passed)))
    failed=$((failed + $(counter "$file" failed)))
    skipped=$((skipped + total - executed))
    if [[ $status -ne 0 && $(counter "$file" failed) -eq 0 ]]; then
        echo "FAILED: the tests '$name' ended with status $status"
        failed=$((failed + 1))
    fi
}

set_up() { bash build/setup.sh && bash build/third-party.sh; }
step "set-up" set_up
if [[ ${1:-} != --no-build ]]; then
    step "publish" bash build/publish.sh
fi
step "build" dotnet build Reloaded.VFS.sln -c Release -v quiet -nologo
step "documentation" mkdocs build --strict --quiet --site-dir "$results/site"

tests all ""
# The vectorised code once more on processors that have less.
vectorised="FullyQualifiedName~Tests.Core.&FullyQualifiedName!~VirtualFileSystemTests|FullyQualifiedName~Tests.Hooks.Listing.Merging"
DOTNET_EnableAVX2=0 tests without-AVX2 "$vectorised"
DOTNET_EnableHWIntrinsic=0 tests without-intrinsics "$vectorised"

step "other people's tests, a part of them" bash build/conformance.sh --suite
step "demonstration" bash build/demo.sh --no-build

echo
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]

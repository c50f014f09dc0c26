#!/usr/bin/env bash
# Runs all tests, including those in real processes, with all the set-up that they need. The last line is the summary.
#   build/test.sh [--quick | --bits 32] [--no-build]
#     --quick     a few minutes: unit tests, and one test of each kind in real processes; CONTRIBUTING.md says which
#     --bits 32   the tests in real processes again with 32-bit programs, where Wine's 32-bit part is; otherwise only a few of them run so
#     --no-build  uses the contents of artifacts/
set -uo pipefail
cd "$(dirname "$0")/.."
quick= build=yes bits=64
while [[ $# -gt 0 ]]; do
    case $1 in
        --quick) quick=yes ;;
        --no-build) build= ;;
        --bits)
            bits=${2:-}
            shift
            ;;
        *) bits= ;;
    esac
    shift
done
if [[ $bits != 64 && $bits != 32 ]]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
# No test is skipped because something is missing that set-up installs; stress tests run in full.
# Several runs share the processors, so time limits are eight times as long.
export RVFS_SKIP_NOTHING=1 RVFS_STORM=${RVFS_STORM:-1} RVFS_PATIENCE=${RVFS_PATIENCE:-8}

results=$(mktemp -d)
# The tests create and delete many small files, and ext4 searches long for a free inode among those just deleted.
# So the files are in memory if a volume may be mounted and 16 GB are free.
temporary=${TMPDIR:-/tmp}
if [[ $(id -u) -eq 0 && ! ${TMPDIR:-} && $(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo) -ge 16 ]]; then
    mkdir "$results/memory"
    mount -t tmpfs -o size=12g,mode=1777 tests "$results/memory" 2>/dev/null && temporary=$results/memory
fi
trap 'kill $(jobs -p) 2>/dev/null; umount -l "$results/memory" 2>/dev/null; rm -rf --one-file-system "$results"' EXIT
SECONDS=0
clock() { printf '%d:%02d' $((SECONDS / 60)) $((SECONDS % 60)); }

# Printed now, and again at the end.
failure() { echo "$1" | tee -a "$results/failures"; }

# Runs a check outside the test project, which counts as one test.
step() { # name, command...
    local name=$1
    shift
    echo "=== $(clock) $name"
    if "$@"; then
        echo "1 0 0" >>"$results/counts"
    else
        failure "FAILED: $name"
        echo "0 1 0" >>"$results/counts"
    fi
}

# Filters the runner's output: prints failures unchanged, and the progress in between.
progress() { # name
    local name=$1 line class="" count=0 last=$SECONDS passing=""
    while true; do
        if IFS= read -r -t 30 line; then
            case $line in
                "  Passed "* | "  Skipped "* | "  Failed "*)
                    count=$((count + 1))
                    class=${line#*Tests.} class=${class%%(*} class=${class%.*} passing=yes
                    if [[ $line == "  Failed "* ]]; then
                        passing=
                        failure "$name:$line"
                    fi
                    [[ $((SECONDS - last)) -ge 10 ]] || continue
                    ;;
                # The runner has aborted the tests, or its host has crashed.
                *" aborted"* | *"crashed"* | *"inactivity time"* | *"Test host process"*)
                    failure "$name: $line"
                    continue
                    ;;
                "" | "["* | "Test run for "* | "A total of "* | "Results File"*) continue ;;
                *)
                    [[ $passing ]] || failure "$name: $line"
                    continue
                    ;;
            esac
        elif [[ $? -le 128 ]]; then
            return
        fi
        echo "    $(clock) $name: $count tests, $class"
        last=$SECONDS
    done
}

counter() { grep -o '<Counters [^>]*' "$1" | grep -o " $2=\"[0-9]*\"" | tr -dc 0-9; }

# Runs the test project under a name; its results are added up from the file that it writes.
tests() { # name, filter
    local name=$1 filter=$2 file=$results/$1.trx
    echo "=== $(clock) tests: $name"
    dotnet test Reloaded.VFS.Tests -c Release --no-build --filter "$filter" --results-directory "$results" \
        --logger "trx;LogFileName=$1.trx" \
        --logger "console;verbosity=normal" --blame-hang-timeout 15m --blame-hang-dump-type none 2>&1 | progress "$name"
    local status=${PIPESTATUS[0]}
    if [[ ! -f $file ]] || [[ $(counter "$file" total) -eq 0 ]]; then
        failure "FAILED: of the tests '$name' none has run (status $status)"
        echo "0 1 0" >>"$results/counts"
        return
    fi
    local total executed failed
    total=$(counter "$file" total) executed=$(counter "$file" executed) failed=$(counter "$file" failed)
    if [[ $status -ne 0 && $failed -eq 0 ]]; then
        failure "FAILED: the tests '$name' ended with status $status"
        echo "0 1 0" >>"$results/counts"
    fi
    echo "$(counter "$file" passed) $failed $((total - executed))" >>"$results/counts"
    echo "=== $(clock) tests: $name: $total, $failed failed"
    # Shows which tests take the time.
    mkdir -p artifacts/tests && cp "$file" artifacts/tests/
}

# Windows programs mostly wait, so five workers run at once; each has its own Wine prefix, and its own folder for games' records.
# Each takes the next run of its queue, and of the other one once its own is empty; the longest runs come first.
# Nearly every call of a Windows program asks Wine's server, and waits for it. If both are on one processor, no other one has to be woken:
# in a virtual machine that is a quarter less work. So one queue has the runs that stay on their worker's processor,
# and the other those whose threads or processes must race: these use all processors.
one_processor=() all_processors=()
add() { # queue, command...
    local -n queue=$1
    shift
    queue+=("$(printf '%q ' "$@")")
}
work() { # number, queues...
    local number=$1 name i
    shift
    for name in "$@"; do
        local -n queue=$name
        for i in "${!queue[@]}"; do
            # The worker that creates this folder takes the run.
            mkdir "$results/$name-$i" 2>/dev/null || continue
            (
                [[ $name == all_processors ]] || on "$number"
                export TMPDIR=$temporary RVFS_TEST_PREFIX=$PWD/.cache/wine-prefix-$name-$number XDG_DATA_HOME=$results/data-$name-$number
                mkdir -p "$XDG_DATA_HOME"
                eval "${queue[i]}"
            )
        done
    done
}
mapfile -t processors < <(awk '/^Cpus_allowed_list/ {
    count = split($2, ranges, ",")
    for (i = 1; i <= count; i++) {
        ends = split(ranges[i], range, "-")
        for (p = range[1]; p <= range[ends]; p++) print p
    }
}' /proc/self/status)
on() { # number of a processor, for this shell and its children
    taskset -cp "${processors[$1 % ${#processors[@]}]}" "$BASHPID" >/dev/null
}

# Checks C against .clang-format, by the version that formatted the sources: other versions format some lines differently.
c_layout() {
    local version
    version=$(clang-format --version) || return 1
    if [[ $version != *" version 14."* ]]; then
        echo "not compared: this is ${version%% (*}, and not 14"
        return 0
    fi
    git ls-files -z '*.c' '*.h' | xargs -0 clang-format --dry-run --Werror
}

# Downloads for the tests wait for the network, and compilers for the processor: both run at once.
set_up_rest() { bash build/setup.sh "$([[ $quick ]] && echo all || echo wine32)" && bash build/third-party.sh; }
finish_set_up() {
    wait "$rest_of_set_up"
    local status=$?
    cat "$results/set-up.log"
    return $status
}
[[ $bits == 64 ]] || export RVFS_TEST_BITS=32
wine32=/usr/lib/wine/wine runs_32_bit=
step "set-up" bash build/setup.sh build
set_up_rest >"$results/set-up.log" 2>&1 &
rest_of_set_up=$!
step "build" dotnet build Reloaded.VFS.sln -c Release -v quiet -nologo

# Tests in the tests' own process need no published files: they run during publishing, which leaves processors idle.
code="" other=""
for namespace in Core Mods Hooks Fuzz Interop; do
    code+="|FullyQualifiedName~VFS.Tests.$namespace." other+="&FullyQualifiedName!~VFS.Tests.$namespace."
done
code="Kind!=Process&(${code:1})" other="(Kind=Process|(${other:1}))"
# Tests the vectorised code again as on lesser processors.
vectorised="FullyQualifiedName~VFS.Tests.Core.&FullyQualifiedName!~VirtualFileSystemTests"
vectorised+="|FullyQualifiedName~VFS.Tests.Hooks.Listing.Merging."
in_this_process() {
    tests code "$code"
    DOTNET_EnableAVX2=0 tests without-AVX2 "$vectorised"
    DOTNET_EnableHWIntrinsic=0 tests without-intrinsics "$vectorised"
}
if [[ ! $quick && $bits == 64 ]]; then
    TMPDIR=$temporary in_this_process &
fi
[[ $build ]] && step "publish" bash build/publish.sh
step "set-up of what the tests run" finish_set_up
if "$wine32" --version >/dev/null 2>&1; then
    runs_32_bit=yes
    [[ $build && ! $quick ]] && step "publish for 32-bit games" bash build/publish.sh --bits 32
elif [[ $bits == 32 ]]; then
    failure "SKIPPED: all tests of 32-bit games: Wine's 32-bit part isn't here, or doesn't run (build/setup.sh wine32)"
    exit 1
fi

behaviour="FullyQualifiedName~VFS.Tests.Behaviour."
dll="FullyQualifiedName~VFS.Tests.Dll."
programs="FullyQualifiedName~VFS.Tests.Programs."
hooks="FullyQualifiedName~VFS.Tests.Hooks."
watching="FullyQualifiedName~VFS.Tests.Hooks.Watching."
storms="FullyQualifiedName~VFS.Tests.Dll.Host.StormTests."
building="FullyQualifiedName~VFS.Tests.Building."
# The shipped image also has code for processors with AVX2: tests reading again as on others.
reading="FullyQualifiedName~VFS.Tests.Behaviour.ReadingTests|FullyQualifiedName~VFS.Tests.Building.ImageTests"
without_avx2() { RVFS_AVX2=off tests image-without-AVX2 "$reading"; }
# A few tests of each kind again with 32-bit programs; all of them by --bits 32.
few_of_32_bits() { RVFS_TEST_BITS=32 RVFS_STORM='' RVFS_FUZZ=2000 RVFS_SCENARIOS=2 tests 32-bits "Bits=Both"; }

not() { # names of filters; prints the filter of the tests in none of them
    local name
    for name in "$@"; do printf '&%s' "${!name/'~'/'!~'}"; done
}

if [[ $quick ]]; then
    add all_processors tests quick "Kind!=Process|Run=Quick"
    work 0 all_processors
elif [[ $bits == 32 ]]; then
    # What a width makes no difference to, such as the rules for a release, isn't among these.
    fuzz="FullyQualifiedName~VFS.Tests.Fuzz."
    games="FullyQualifiedName~VFS.Tests.Cli.PlayersLifeTests."
    for namespace in Installing Starting Monitoring Profiling Overwriting; do games+="|FullyQualifiedName~VFS.Tests.Cli.$namespace."; done
    add one_processor tests behaviour "Processors!=All&Bits!=64&$behaviour"
    add one_processor tests dll "Processors!=All&Bits!=64&($dll|$programs|$watching)"
    add one_processor tests games "Processors!=All&Bits!=64&($games)"
    add all_processors tests racing-dll "Processors=All&Bits!=64&$dll"
    add all_processors tests racing "Processors=All&Bits!=64&($behaviour|$fuzz|$programs|$watching)"
    work 0 one_processor all_processors &
    work 1 all_processors one_processor &
    wait
else
    add one_processor tests behaviour "Processors!=All&$behaviour"
    add one_processor tests rest "Processors!=All&$other$(not behaviour dll programs hooks building)"
    add one_processor tests dll "Processors!=All&$other&($dll|$programs|$hooks)"
    add one_processor without_avx2
    # Compilers and packers, which use what processors there are.
    add all_processors tests building "Processors!=All&$building"
    if [[ $runs_32_bit ]]; then
        add all_processors few_of_32_bits
    else
        echo "SKIPPED: a few tests of each kind with 32-bit programs: Wine's 32-bit part isn't here, or doesn't run (build/setup.sh wine32)"
    fi
    add all_processors tests storms "Processors=All&$storms"
    add all_processors tests racing-dll "Processors=All&$dll$(not storms)"
    add all_processors tests watching "Processors=All&$other&$watching"
    add all_processors tests racing "Processors=All&$other$(not dll programs watching)"
    add all_processors tests racing-programs "Processors=All&$programs"
    add all_processors step "other people's tests, a part of them" bash build/conformance.sh --suite
    add all_processors step "demonstration" bash build/demo.sh --no-build
    add all_processors step "layout of C" c_layout
    add all_processors step "documentation" bash build/site.sh "$results/site"
    work 0 one_processor all_processors &
    work 1 one_processor all_processors &
    work 2 all_processors one_processor &
    work 3 all_processors one_processor &
    # Tests of watches mostly wait.
    work 4 all_processors one_processor &
    wait
fi

# Repeats all failures: a log that is kept in part is kept from its end.
if [[ -f $results/failures ]]; then
    echo "=== $(clock) failures"
    cat "$results/failures"
fi

echo
read -r passed failed skipped < <(awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }' "$results/counts")
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]

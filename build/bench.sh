#!/usr/bin/env bash
# Measures everything on this machine and writes docs/benchmarks/PROCESSOR/ and its page; prints the time taken. Use the machine for nothing
# else meanwhile.
#   build/bench.sh [--quick] [--only SUITE...]
# bdn --filter '*FileOpen*' (opens in a program of .NET, by BenchmarkDotNet) is the suite bdn, which runs under Wine on Linux.
set -euo pipefail
cd "$(dirname "$0")/.."
SECONDS=0
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
case "$(uname -s)" in
    MINGW* | MSYS* | CYGWIN*) # on Windows, the standard linker suffices
        dotnet publish src/Reloaded.VFS.Dll -c Release -v quiet -nologo -r win-x64 -o artifacts/win-x64
        dotnet publish src/Reloaded.VFS.Cli -c Release -v quiet -nologo -p:RvfsRuntime=win-x64 -o artifacts/win-x64
        ;;
    *) bash build/publish.sh ;;
esac
dotnet build Reloaded.VFS.Benchmarks -c Release -v quiet -nologo
dotnet run -c Release --no-build --project Reloaded.VFS.Benchmarks -- report "$@"
echo "Built and measured in $((SECONDS / 60)) min $((SECONDS % 60)) s."

#!/usr/bin/env bash
# Measures everything on this machine and writes docs/benchmarks/PROCESSOR/ and its page; says how long it took. Leave the machine alone meanwhile.
#   build/bench.sh [--quick] [--only SUITE...]
set -euo pipefail
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
bash build/publish.sh
dotnet build Reloaded.VFS.Benchmarks -c Release -v quiet -nologo
SECONDS=0
dotnet run -c Release --no-build --project Reloaded.VFS.Benchmarks -- report "$@"
echo "Measured in $((SECONDS / 60)) min $((SECONDS % 60)) s."

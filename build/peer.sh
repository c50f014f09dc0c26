#!/usr/bin/env bash
# Measures the core beside the peer, the C# original of this project, in one run. Nothing of the peer is in this repository; clone it first:
#   git clone --branch rewrite-usvfs-read-features https://github.com/Reloaded-Project/reloaded.universal.redirector PEER
#   git -C PEER checkout 2230cf6c2525209bc23fd9f4b88b80b7f2e37cba
#   build/peer.sh PEER [--quick] [--folder DIR] [--only PART...] [--json FILE]
set -euo pipefail
if [[ $# -lt 1 || ! -f $1/Reloaded.Universal.Redirector.Lib/Structures/LookupTree.cs ]]; then
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
peer=$(cd "$1" && pwd)
shift
project=$(cd "$(dirname "$0")/.." && pwd)/Reloaded.VFS.Benchmarks/Peer
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
dotnet build "$project" -c Release -v quiet -nologo -p:PeerCheckout="$peer" >&2
exec dotnet "$project/bin/Release/net10.0/Reloaded.VFS.Benchmarks.dll" "$@"

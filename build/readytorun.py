#!/usr/bin/env python3
"""Compiles ahead of time what the SDK leaves as IL in the runtime's folder for 32-bit games: assemblies that only forward types.

    build/readytorun.py FOLDER

CoreCLR has Windows' loader load each assembly there. An IL image for 32 bits imports mscoree.dll, which Wine may not have, and which would
bring another runtime into the game. A compiled one imports nothing. The compiler is the package that the SDK has restored for the others.
"""
import glob
import os
import struct
import subprocess
import sys


def is_il(path):
    """Whether the file is a managed image without compiled code (winnt.h: IMAGE_OPTIONAL_HEADER32, IMAGE_COR20_HEADER)."""
    with open(path, "rb") as file:
        image = file.read()
    header = struct.unpack_from("<I", image, 0x3C)[0]
    optional = header + 24
    address = struct.unpack_from("<I", image, optional + 96 + 14 * 8)[0]
    if not address:
        return False
    section = optional + struct.unpack_from("<H", image, header + 20)[0]
    for _ in range(struct.unpack_from("<H", image, header + 6)[0]):
        size, start, raw_size, raw = struct.unpack_from("<IIII", image, section + 8)
        if start <= address < start + max(size, raw_size):
            # ManagedNativeHeader
            return struct.unpack_from("<I", image, address - start + raw + 68)[0] == 0
        section += 40
    return False


def find_compiler():
    packages = os.environ.get("NUGET_PACKAGES") or os.path.expanduser("~/.nuget/packages")
    found = sorted(glob.glob(os.path.join(packages, "microsoft.netcore.app.crossgen2.linux-x64", "*", "tools", "crossgen2")))
    if not found:
        sys.exit("readytorun.py: the package Microsoft.NETCore.App.Crossgen2.linux-x64 isn't restored")
    return found[-1]


def main():
    folder = sys.argv[1]
    left = [path for path in sorted(glob.glob(os.path.join(folder, "*.dll"))) if is_il(path)]
    for path in left:
        compiled = path + ".compiled"
        subprocess.run([find_compiler(), path, "-o", compiled, "-r", os.path.join(folder, "System.*.dll"), "--targetos", "windows",
                        "--targetarch", "x86", "-O"], check=True, stdout=subprocess.DEVNULL)
        os.replace(compiled, path)
    remaining = [os.path.basename(path) for path in left if is_il(path)]
    if remaining:
        sys.exit("readytorun.py: still IL: " + ", ".join(remaining))


main()

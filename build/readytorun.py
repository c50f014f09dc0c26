#!/usr/bin/env python3
"""Compiles the managed code for 32-bit games ahead of time, all of it at once.

    build/readytorun.py MANAGED INSTANCES RESULT NATIVE...

MANAGED has the trimmed assemblies, the framework's among them; RESULT gets them compiled, and the NATIVE images of the runtime. They are
shipped together and never one without the others, so the compiler may treat the assemblies as one: it then compiles what an assembly has of
another one's generic types, too, which it would otherwise leave to the compiler in the game. INSTANCES lists methods that no code names
(mibc.py). AVX2 is taken for granted; on a processor without it the game's own compiler compiles again the methods that use it. The compiler
is the package that the SDK restores for such a publication.
"""
import glob
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import images
import mibc

NAME = "reloaded_vfs_code.r2r.dll"

# An address that no program for 32 bits asks for, and few DLLs: an image that lies where it wants to needs no relocation.
BASE = 0x58000000

# What coreclr.dll imports that is loaded with it: the rest is found at its first call (src/Reloaded.VFS.Dll/CoreClr/imports.c).
LOADED = ("kernel32.", "api-ms-win-crt-")


def find_compiler():
    packages = os.environ.get("NUGET_PACKAGES") or os.path.expanduser("~/.nuget/packages")
    name = "win-x64" if os.name == "nt" else "linux-x64"
    program = "crossgen2.exe" if os.name == "nt" else "crossgen2"
    found = sorted(glob.glob(os.path.join(packages, "microsoft.netcore.app.crossgen2." + name, "*", "tools", program)))
    if not found:
        sys.exit("readytorun.py: the package Microsoft.NETCore.App.Crossgen2." + name + " isn't restored")
    return found[-1]


def main():
    source, instances, result, *native = sys.argv[1:]
    assemblies = sorted(glob.glob(os.path.join(source, "*.dll")))
    shutil.rmtree(result, ignore_errors=True)
    os.makedirs(result)
    profile = os.path.join(source, "instances.mibc")
    with open(instances, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    unknown = mibc.write_profile(assemblies, lines, profile)
    if unknown:
        sys.exit(f"readytorun.py: {instances} names what no assembly has: " + "; ".join(unknown))
    subprocess.run([find_compiler(), *assemblies, "--composite", "--inputbubble", "-o", os.path.join(result, NAME),
                    "--targetos", "windows", "--targetarch", "x86", "-O", "--instruction-set", "avx2", "--mibc", profile,
                    "--type-validation", "SkipTypeValidation", "--imagebase", hex(BASE)],
                   check=True, stdout=subprocess.DEVNULL)
    missing = {os.path.basename(path) for path in assemblies} - set(os.listdir(result))
    if missing:
        sys.exit("readytorun.py: not compiled: " + ", ".join(sorted(missing)))
    # Each image has its own base: the first that was loaded would take that of the code otherwise.
    base = BASE
    for path in [os.path.join(result, NAME), *native, *(os.path.join(result, os.path.basename(path)) for path in assemblies)]:
        image = images.Image(path)
        base = image.place(base)
        if os.path.basename(path) == "coreclr.dll":
            image.detach(LOADED)
        image.align()
        image.write(os.path.join(result, os.path.basename(path)))


main()

#!/usr/bin/env python3
"""Copies NuGet packages so that their bytes depend on their content alone.

    same-packages.py TIME FOLDER PACKAGE...

NuGet gives each entry the time of its file, and one entry a random name.
"""
import hashlib
import os
import re
import sys
import time
import zipfile


def main():
    moment = time.gmtime(max(int(sys.argv[1]), 315532800))[:6]
    for package in sys.argv[3:]:
        with zipfile.ZipFile(package) as source:
            contents = {name: source.read(name) for name in source.namelist()}
        random = [name for name in contents if name.endswith('.psmdcp')]
        for name in random:
            fixed = f'package/services/metadata/core-properties/{hashlib.md5(contents[name]).hexdigest()}.psmdcp'
            contents[fixed] = contents.pop(name)
            relations = contents['_rels/.rels'].decode().replace(name, fixed)
            # So have the relations' own identifiers.
            number = iter(range(1, 100))
            contents['_rels/.rels'] = re.sub(r'Id="R[0-9A-F]+"', lambda _: f'Id="R{next(number)}"', relations).encode()
        with zipfile.ZipFile(os.path.join(sys.argv[2], os.path.basename(package)), 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as target:
            for name in sorted(contents):
                entry = zipfile.ZipInfo(name, moment)
                entry.create_system, entry.external_attr = 3, 0o100644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                target.writestr(entry, contents[name])


main()

#!/usr/bin/env python3
"""Makes an archive of a folder, whose bytes depend on the files' names, content and run bit alone.

    pack.py TIME ARCHIVE FOLDER    TIME: seconds since 1970, the time of every file; ARCHIVE: *.zip or *.tar.gz

Names are sorted, owners are 0. In both kinds, an executable file keeps its run bit; the folder's own name comes first in each path.
"""
import gzip
import os
import sys
import tarfile
import time
import zipfile


def files(folder):
    for at, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(at, name)
            inside = os.path.relpath(path, os.path.dirname(folder)).replace(os.sep, '/')
            yield path, inside, 0o755 if os.access(path, os.X_OK) else 0o644


def make_zip(archive, folder, seconds):
    # A zip's clock begins in 1980 and counts in steps of two seconds.
    moment = time.gmtime(max(seconds, 315532800))[:6]
    with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for path, inside, mode in files(folder):
            entry = zipfile.ZipInfo(inside, moment)
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(path, 'rb') as source:
                target.writestr(entry, source.read())


def make_tar(archive, folder, seconds):
    with open(archive, 'wb') as raw, gzip.GzipFile('', 'wb', 9, raw, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode='w', format=tarfile.USTAR_FORMAT) as target:
        for path, inside, mode in files(folder):
            entry = tarfile.TarInfo(inside)
            entry.size, entry.mode, entry.mtime = os.path.getsize(path), mode, seconds
            with open(path, 'rb') as source:
                target.addfile(entry, source)


def main():
    seconds, archive, folder = int(sys.argv[1]), sys.argv[2], sys.argv[3].rstrip('/')
    (make_zip if archive.endswith('.zip') else make_tar)(archive, folder, seconds)


main()

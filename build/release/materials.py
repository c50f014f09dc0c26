#!/usr/bin/env python3
"""Joins the bills of materials of the published projects (CycloneDX) into one, and adds what the tool doesn't see: .NET's native runtime,
which is no dependency by name, and the published files.

    materials.py VERSION TIME RUNTIME PUBLISHED BILL...

RUNTIME: lines "kind name version sha512" (notices.py --sbom); PUBLISHED: the folder of the players' files.
"""
import hashlib
import json
import os
import sys
import time


def main():
    version, seconds, runtime, published = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    bills = []
    for path in sys.argv[5:]:
        with open(path, encoding='utf-8') as file:
            bills.append(json.load(file))
    components = {c['bom-ref']: c for bill in bills for c in bill['components']}
    depends = {}
    for bill in bills:
        own = bill['metadata']['component']['bom-ref']
        for entry in bill.get('dependencies', []):
            reference = 'reloaded-vfs' if entry['ref'] == own else entry['ref']
            depends.setdefault(reference, set()).update(entry.get('dependsOn', []))
    with open(runtime, encoding='ascii') as lines:
        for kind, name, number, digest in (line.split() for line in lines):
            reference = f'pkg:{kind}/{name.replace("@", "%40")}@{number}'
            components[reference] = {
                'type': 'framework' if kind == 'nuget' else 'library', 'bom-ref': reference, 'name': name, 'version': number, 'purl': reference, 'scope': 'required',
                'description': 'part of .NET, compiled into the images' if kind == 'nuget' else 'part of the page of rvfs ui',
                'licenses': [{'license': {'id': 'MIT'}}], 'hashes': [{'alg': 'SHA-512', 'content': digest.upper()}],
            }
            depends.setdefault('reloaded-vfs', set()).add(reference)
    for folder in ('win-x64', 'linux-x64'):
        top = os.path.join(published, folder)
        for file in sorted(os.path.relpath(os.path.join(at, name), top) for at, _, names in os.walk(top) for name in names):
            with open(os.path.join(published, folder, file), 'rb') as content:
                digest = hashlib.sha256(content.read()).hexdigest()
            components[f'file:{folder}/{file}'] = {
                'type': 'file', 'bom-ref': f'file:{folder}/{file}', 'name': f'{folder}/{file}',
                'hashes': [{'alg': 'SHA-256', 'content': digest}],
            }
    bill = {key: bills[0][key] for key in ('$schema', 'bomFormat', 'specVersion', 'version') if key in bills[0]}
    bill['metadata'] = {
        'timestamp': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(seconds)),
        'tools': bills[0]['metadata']['tools'],
        'component': {
            'type': 'application', 'bom-ref': 'reloaded-vfs', 'name': 'reloaded-vfs', 'version': version,
            'licenses': [{'license': {'id': 'MIT'}}],
        },
    }
    bill['components'] = [components[reference] for reference in sorted(components)]
    known = set(components) | {'reloaded-vfs'}
    bill['dependencies'] = [
        {'ref': reference, 'dependsOn': sorted(depends[reference] & known)} for reference in sorted(depends) if reference in known]
    json.dump(bill, sys.stdout, indent=2, ensure_ascii=False)
    print()


main()

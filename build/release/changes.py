#!/usr/bin/env python3
"""Prints the changelog's part on a version.

    changes.py VERSION REPOSITORY [--final]

REPOSITORY: the web address that the links to the documentation get; may be empty. --final: an error if the version has no part, or if
anything stands under "Unreleased".
"""
import re
import sys

with open('CHANGELOG.md', encoding='utf-8') as file:
    parts = re.split(r'^## ', file.read(), flags=re.M)[1:]
sections = {part.split('\n', 1)[0].split(' ')[0].strip('[]'): part.split('\n', 1)[1].strip() for part in parts}
version, repository, final = sys.argv[1], sys.argv[2].rstrip('/'), '--final' in sys.argv
waiting = sections.get('Unreleased', '')
if version not in sections:
    message = f'CHANGELOG.md has no part "## {version}": rename "## Unreleased", and begin a new one above it'
    if final:
        sys.exit(message)
    print(f'{message}; what isn\'t released stands in its place', file=sys.stderr)
    sections[version] = waiting
elif waiting:
    message = f'CHANGELOG.md has changes under "Unreleased" that the part on {version} lacks'
    if final:
        sys.exit(message)
    print(message, file=sys.stderr)
text = sections[version]
if repository:
    text = text.replace('](docs/', f']({repository}/blob/v{version}/docs/')
print(f'# Reloaded VFS {version}\n\n{text}')

#!/usr/bin/env python3
"""Prints the changelog's part on a version, or makes it of what isn't released.

    changes.py VERSION REPOSITORY [--final]
    changes.py VERSION --turn-over DATE

REPOSITORY: the web address that the links to the documentation get; may be empty. --final: an error if the version has no part, or if
anything stands under "Unreleased". --turn-over: renames "Unreleased" in the file, and begins an empty one above.
"""
import re
import sys

NAME = 'CHANGELOG.md'
with open(NAME, encoding='utf-8') as file:
    whole = file.read()
parts = re.split(r'^## ', whole, flags=re.M)[1:]
sections = {part.split('\n', 1)[0].split(' ')[0].strip('[]'): part.split('\n', 1)[1].strip() for part in parts}
version, waiting = sys.argv[1], sections.get('Unreleased', '')
if sys.argv[2] == '--turn-over':
    if version in sections:
        sys.exit(f'{NAME} has a part "## {version}" already')
    if not waiting:
        sys.exit(f'{NAME} has nothing under "## Unreleased" that {version} could bring')
    with open(NAME, 'w', encoding='utf-8', newline='\n') as file:
        file.write(re.sub(r'^## Unreleased *\n', f'## Unreleased\n\n## {version} - {sys.argv[3]}\n', whole, count=1, flags=re.M))
    print(f'{NAME}: what was under "Unreleased" is "{version} - {sys.argv[3]}"')
    sys.exit()
repository, final = sys.argv[2].rstrip('/'), '--final' in sys.argv
if version not in sections:
    message = f'{NAME} has no part "## {version}": bash build/release.sh {version} --turn-over makes it of "## Unreleased"'
    if final:
        sys.exit(message)
    print(f'{message}; what isn\'t released stands in its place', file=sys.stderr)
    sections[version] = waiting
elif waiting:
    message = f'{NAME} has changes under "Unreleased" that the part on {version} lacks'
    if final:
        sys.exit(message)
    print(message, file=sys.stderr)
text = sections[version]
if repository:
    text = text.replace('](docs/', f']({repository}/blob/v{version}/docs/')
print(f'# Reloaded VFS {version}\n\n{text}')

#!/usr/bin/env python3
"""Writes what package managers need of a release: winget's three manifests, scoop's, and Arch Linux' PKGBUILD with its .SRCINFO.

    generate.py VERSION REPOSITORY SUMS TIME FOLDER

REPOSITORY: the web address, under which releases are; SUMS: the release's SHA256SUMS; TIME: seconds since 1970. Each file is checked
against formats.json before it is written: a wrong value is an error with its place, and nothing is left behind.
"""
import json
import os
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = 'Reloaded VFS'
SENTENCE = 'Mods for a game without touching the game: its file calls are redirected into mod folders'
PUBLISHER = 'The Reloaded VFS contributors'


def check(value, rule, place):
    """Raises ValueError at the first value that breaks a rule of formats.json."""
    kinds = {'object': dict, 'array': list, 'string': str, 'boolean': bool}
    if not isinstance(value, kinds[rule['type']]):
        raise ValueError(f'{place}: {value!r} is no {rule["type"]}')
    if 'is' in rule and value not in rule['is']:
        raise ValueError(f'{place}: {value!r} is none of {", ".join(rule["is"])}')
    if rule['type'] == 'string':
        if not rule.get('least', 1) <= len(value) <= rule.get('most', 10000):
            raise ValueError(f'{place}: {value!r} has {len(value)} characters')
        if 'pattern' in rule and not re.fullmatch(rule['pattern'], value):
            raise ValueError(f"{place}: {value!r} isn't of the form {rule['pattern']}")
    elif rule['type'] == 'array':
        if not 1 <= len(value) <= rule.get('most', 1024):
            raise ValueError(f'{place}: has {len(value)} items')
        for index, item in enumerate(value):
            check(item, rule['items'], f'{place}[{index}]')
    elif rule['type'] == 'object':
        for key in rule.get('required', []):
            if key not in value:
                raise ValueError(f'{place}: {key} is missing')
        for key, item in value.items():
            if key not in rule['keys']:
                raise ValueError(f'{place}: there is no key {key}')
            check(item, rule['keys'][key], f'{place}.{key}')


def yaml(value, indent=''):
    """Returns YAML's lines of an object; texts are written as in JSON, which YAML reads alike."""
    lines = []
    for key, item in value.items():
        if isinstance(item, list):
            lines.append(f'{indent}{key}:')
            for entry in item:
                if isinstance(entry, dict):
                    inner = yaml(entry, indent + '  ')
                    lines += [f'{indent}- {inner[0].strip()}', *inner[1:]]
                else:
                    lines.append(f'{indent}- {json.dumps(entry)}')
        else:
            lines.append(f'{indent}{key}: {json.dumps(item)}')
    return lines


def main():
    version, repository, sums, seconds, folder = sys.argv[1:]
    repository = repository.rstrip('/')
    date = time.strftime('%Y-%m-%d', time.gmtime(int(seconds)))
    with open(sums, encoding='ascii') as lines:
        digests = {name.lstrip('*'): digest for digest, name in (line.split() for line in lines)}
    zip_name, tar_name = f'reloaded-vfs-{version}.zip', f'reloaded-vfs-{version}.tar.gz'
    for name in (zip_name, tar_name):
        if name not in digests:
            sys.exit(f'{sums} has no {name}')
    downloads = f'{repository}/releases/download/v{version}'
    with open(os.path.join(HERE, 'formats.json'), encoding='utf-8') as file:
        formats = json.load(file)
    files = {}

    identity = {'PackageIdentifier': 'ReloadedVFS.ReloadedVFS', 'PackageVersion': version}
    ends = {'ManifestVersion': '1.10.0'}
    manifests = {
        '': ('winget.version', {**identity, 'DefaultLocale': 'en-US', 'ManifestType': 'version', **ends}),
        '.locale.en-US': ('winget.defaultLocale', {
            **identity, 'PackageLocale': 'en-US', 'Publisher': PUBLISHER, 'PackageName': NAME, 'PackageUrl': repository,
            'License': 'MIT', 'LicenseUrl': f'{repository}/blob/v{version}/LICENSE', 'ShortDescription': SENTENCE, 'Moniker': 'rvfs',
            'Tags': ['games', 'mods', 'modding'], 'ReleaseNotesUrl': f'{repository}/releases/tag/v{version}',
            'ManifestType': 'defaultLocale', **ends}),
        # Started by a link elsewhere, rvfs.exe wouldn't have its DLLs beside it: the folder itself goes on PATH.
        '.installer': ('winget.installer', {
            **identity, 'Platform': ['Windows.Desktop'], 'MinimumOSVersion': '10.0.17763.0', 'InstallerType': 'zip',
            'NestedInstallerType': 'portable',
            'NestedInstallerFiles': [{'RelativeFilePath': f'reloaded-vfs-{version}\\win-x64\\rvfs.exe', 'PortableCommandAlias': 'rvfs'}],
            'ArchiveBinariesDependOnPath': True, 'ReleaseDate': date,
            'Installers': [{
                'Architecture': 'x64', 'InstallerUrl': f'{downloads}/{zip_name}', 'InstallerSha256': digests[zip_name].upper()}],
            'ManifestType': 'installer', **ends}),
    }
    for suffix, (kind, manifest) in manifests.items():
        check(manifest, formats[kind], kind)
        schema = f"# yaml-language-server: $schema=https://aka.ms/winget-manifest.{manifest['ManifestType']}.1.10.0.schema.json"
        files[f"winget/{identity['PackageIdentifier']}{suffix}.yaml"] = '\n'.join([schema, '', *yaml(manifest)]) + '\n'

    scoop = {
        'version': version, 'description': SENTENCE, 'homepage': repository, 'license': 'MIT',
        'architecture': {'64bit': {'url': f'{downloads}/{zip_name}', 'hash': digests[zip_name]}},
        'extract_dir': f'reloaded-vfs-{version}', 'bin': ['win-x64\\rvfs.exe', 'win-x64\\rvfsw.exe'],
        'checkver': {'github': repository},
        'autoupdate': {
            'architecture': {'64bit': {'url': f'{repository}/releases/download/v$version/reloaded-vfs-$version.zip'}},
            'extract_dir': 'reloaded-vfs-$version', 'hash': {'url': '$baseurl/SHA256SUMS'}},
    }
    check(scoop, formats['scoop'], 'scoop')
    files['scoop/reloaded-vfs.json'] = json.dumps(scoop, indent=4) + '\n'

    # A version there has no hyphen.
    arch = {
        'pkgname': 'reloaded-vfs-bin', 'pkgver': version.replace('-', '_'), 'pkgrel': '1', 'pkgdesc': SENTENCE, 'url': repository,
        'arch': 'x86_64', 'license': 'MIT', 'source': f'{downloads}/{tar_name}', 'sha256sums': digests[tar_name],
    }
    check(arch, formats['arch'], 'arch')
    with open(os.path.join(HERE, 'PKGBUILD.in'), encoding='utf-8') as template:
        text = template.read()
    for key, value in {**arch, 'upstream': version}.items():
        text = text.replace(f'@{key}@', value)
    files['aur/PKGBUILD'] = text
    files['aur/.SRCINFO'] = '\n'.join([
        f"pkgbase = {arch['pkgname']}", *(f'\t{key} = {arch[key]}' for key in ('pkgdesc', 'pkgver', 'pkgrel', 'url', 'arch', 'license')),
        '\toptdepends = wine: games outside Steam', '\tprovides = reloaded-vfs', '\tconflicts = reloaded-vfs', '\toptions = !strip',
        *(f'\t{key} = {arch[key]}' for key in ('source', 'sha256sums')), '', f"pkgname = {arch['pkgname']}"]) + '\n'

    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8', newline='\n') as file:
            file.write(text)


try:
    main()
except ValueError as error:
    sys.exit(str(error))

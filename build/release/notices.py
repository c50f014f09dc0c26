#!/usr/bin/env python3
"""Prints the notices of what is linked into the published images: of every package in the closure of the projects' assets files, and of
.NET's runtime and class library, with the licence texts that the packages have.

    notices.py [--sbom] [--page FOLDER] ASSETS...
        ASSETS: project.assets.json of a published project; FOLDER: of a page whose npm packages are in an image

A package without a licence file of its own that names a licence by its identifier gets the text of build/release/licenses with its own
copyright line; one whose licence has no text there is an error.
With --sbom: what no assets file lists among the dependencies, as lines "kind name version sha512": packages of the .NET runtime (nuget),
and of the page (npm).
"""
import base64
import glob
import json
import os
import re
import sys
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
# Packages whose code only runs while building: analyzers, and the compiler (its runtime is a package of its own).
BUILD_ONLY = re.compile(r'analyzers|illink\.tasks|^(runtime\.[^.]+\.)?microsoft\.dotnet\.ilcompiler$', re.I)
RUNTIME = re.compile(r'^microsoft\.(netcore\.app\.runtime\.(nativeaot\.|win-x86$)|aspnetcore\.app\.runtime\.)', re.I)


def linked(assets):
    """Yields (name, version, folder) of what an assets file says is linked."""
    with open(assets, encoding='utf-8') as file:
        content = json.load(file)
    roots = list(content['packageFolders'])

    def folder(path):
        return next((os.path.join(root, path) for root in roots if os.path.isdir(os.path.join(root, path))), None)
    for target in content['targets'].values():
        for key, library in target.items():
            name, version = key.split('/')
            # Without an assembly that runs, nothing of a package is in the image.
            if library.get('type') == 'package' and not BUILD_ONLY.search(name) and any(
                    not path.endswith('_._') for path in library.get('runtime', {})):
                yield name, version, folder(content['libraries'][key]['path'])
    for framework in content['project']['frameworks'].values():
        for download in framework.get('downloadDependencies', []):
            if RUNTIME.match(download['name']):
                version = re.match(r'\[([^,]+)', download['version']).group(1)
                yield download['name'], version, folder(f"{download['name'].lower()}/{version}")


def nuspec(folder):
    root = xml.parse(glob.glob(os.path.join(folder, '*.nuspec'))[0]).getroot()
    values = {}
    for element in root[0]:
        values[element.tag.split('}')[1]] = ((element.text or '').strip(), element.attrib)
    return values


def texts(name, folder):
    """Returns the licence texts and notices in a package."""
    found = []
    for file in sorted(os.listdir(folder)):
        if re.match(r'(license|licence|notice|third-party-notices|copying)(\.(txt|md))?$', file, re.I):
            with open(os.path.join(folder, file), encoding='utf-8-sig') as text:
                found.append((file, text.read().replace('\r\n', '\n').strip()))
    values = nuspec(folder)
    if not any(re.match('licen[sc]e', file, re.I) for file, _ in found):
        identifier = values['license'][0] if 'license' in values else None
        path = os.path.join(HERE, 'licenses', f'{identifier}.txt')
        if not identifier or not os.path.exists(path):
            sys.exit(f'{name}: no licence file in {folder}, and no text for {identifier} in build/release/licenses')
        owner = values.get('copyright', values.get('authors', ('', {})))[0] or values['authors'][0]
        if not re.match(r'copyright|©', owner, re.I):
            owner = f'Copyright (c) {owner}'
        with open(path, encoding='utf-8') as text:
            found.insert(0, (identifier, text.read().replace('COPYRIGHT', owner, 1).strip()))
    return values, found


def of_page(folder):
    """Yields (name, version, address, sha512, licence) of the npm packages that a page is made of."""
    with open(os.path.join(folder, 'package.json'), encoding='utf-8') as file:
        wanted = json.load(file)['dependencies']
    with open(os.path.join(folder, 'package-lock.json'), encoding='utf-8') as file:
        locked = json.load(file)['packages']
    for name in sorted(wanted):
        package = os.path.join(folder, 'node_modules', name)
        with open(os.path.join(package, 'LICENSE'), encoding='utf-8-sig') as text:
            licence = text.read().replace('\r\n', '\n').strip()
        entry = locked[f'node_modules/{name}']
        digest = base64.b64decode(entry['integrity'].removeprefix('sha512-')).hex()
        yield name, entry['version'], f'https://www.npmjs.com/package/{name}', digest, licence


def main():
    arguments = sys.argv[1:]
    page = []
    if '--page' in arguments:
        at = arguments.index('--page')
        page = list(of_page(arguments[at + 1]))
        del arguments[at:at + 2]
    for_sbom = '--sbom' in arguments
    packages = {}
    for assets in (a for a in arguments if a != '--sbom'):
        for name, version, folder in linked(assets):
            if folder is None:
                sys.exit(f'{name} {version} is in no package folder: restore {assets}')
            packages[name.lower(), version] = (name, folder)
    if not any(RUNTIME.match(name) for name, _ in packages):
        sys.exit('no assets file names the native runtime: publish first')
    if for_sbom:
        for (_, version), (name, folder) in sorted(packages.items()):
            if RUNTIME.match(name):
                with open(glob.glob(os.path.join(folder, '*.sha512'))[0], encoding='ascii') as digest:
                    print('nuget', name, version, base64.b64decode(digest.read()).hex())
        for name, version, _, digest, _ in page:
            print('npm', name, version, digest)
        return

    # Packages of one runtime for two systems have the same texts.
    groups = {}
    for (_, version), (name, folder) in sorted(packages.items()):
        values, found = texts(name, folder)
        title = name
        if RUNTIME.match(name):
            title = 'ASP.NET Core' if 'aspnetcore' in name.lower() else '.NET runtime and class library (NativeAOT)'
        url = values.get('projectUrl', ('', {}))[0]
        key = (title, version)
        entry = groups.setdefault(key, (url, {}))
        for file, text in found:
            entry[1].setdefault(text, file)
    for name, version, address, _, licence in page:
        groups[name, version] = (address, {licence: 'LICENSE'})
    print('Reloaded VFS contains code of these projects, compiled into its DLL and its launchers.')
    print()
    for (title, version), (url, _) in groups.items():
        print(f'- {title} {version} ({url})')
    printed = {}
    for (title, version), (_, found) in groups.items():
        print(f"\n{'=' * 100}\n{title} {version}\n{'=' * 100}")
        for text, file in found.items():
            # Packages of .NET share a list of notices as long as a book.
            if text in printed:
                print(f'\n--- {file}: as above, under {printed[text]}')
                continue
            printed[text] = title
            print(f'\n--- {file}\n\n{text}')


main()

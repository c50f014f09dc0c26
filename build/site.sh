#!/usr/bin/env bash
# Builds the documentation's site, and looks at each page in Chromium: 360 pixels wide in light, and 1,400 in dark. Fails if axe finds a fault of
# accessibility, or if a page is wider than the window.
#   build/site.sh FOLDER     the site comes into FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:?usage: build/site.sh FOLDER}
mkdocs build --strict --quiet --site-dir "$site"
node build/site/check.js "$site" .cache/third-party/node_modules/axe-core/axe.min.js

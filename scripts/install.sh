#!/bin/sh
# Runs before each npm script: brings node_modules up to the lock file, and nothing when it is there already.
# The marker is npm's own record of what it installed.
set -eu
cd "$(dirname "$0")/.."
marker=node_modules/.package-lock.json
if [ ! -e "$marker" ] || [ package-lock.json -nt "$marker" ]; then
  npm ci --no-audit --no-fund --loglevel=error >&2
  touch "$marker"
fi
node_modules/.bin/node -e '
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`dbdyno needs Node 22.18 or newer and found ${process.versions.node}: run npm ci without --ignore-scripts`);
  process.exit(3);
}'

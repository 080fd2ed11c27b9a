#!/usr/bin/env bash
# Fetches what the app is built (and with `test`, tested) with into .build/inputs/, and refuses a file whose SHA-256 is not listed.
# Exit code 2: Maven could not fetch them.
set -euo pipefail
cd "$(dirname "$0")"
scope=${1:-compile}
inputs=.build/inputs/$scope
wanted() { if [ "$scope" = test ]; then cat inputs.sha256; else sed '/^# To test/,$d' inputs.sha256; fi | grep -v '^#'; }
complete() { [ -d "$inputs" ] && (cd "$inputs" && sha256sum --check --strict --quiet -) < <(wanted) >/dev/null 2>&1; }

if ! complete; then
  command -v mvn >/dev/null || { echo "companion: Maven is missing, which fetches the inputs: apt-get install maven" >&2; exit 1; }
  rm -rf "$inputs"
  mvn --quiet --batch-mode dependency:copy-dependencies -DincludeScope="$scope" -DoutputDirectory="$inputs" >&2 || exit 2
  (cd "$inputs" && sha256sum --check --strict --quiet -) < <(wanted) >&2
fi
unlisted=$(comm -23 <(cd "$inputs" && ls | sort) <(wanted | sed 's/^[0-9a-f]*  //' | sort))
[ -z "$unlisted" ] || { echo "companion: not in inputs.sha256: $unlisted" >&2; exit 1; }

#!/usr/bin/env bash
# Starts a server, has it send a mail with a code, and looks at what the five lines of Python print.
set -euo pipefail
command -v python3 >/dev/null || { echo "Skipped: there is no python3."; exit 0; }

folder=$(mktemp -d)
export FRONTDESK_KEY=svcagt_ExampleExampleExampleExample1
FRONTDESK_BOOTSTRAP_KEY=$FRONTDESK_KEY \
  npx frontdesk serve --storage memory: --port 0 --smtp-port 0 --json >"$folder/ready" 2>"$folder/log" &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
until grep -qs '"ready":true' "$folder/ready"; do kill -0 $server; sleep 0.1; done
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"; }
FRONTDESK_URL=$(field url <"$folder/ready")
export FRONTDESK_URL

call() { curl -fsX POST "$FRONTDESK_URL/svc-api/$1" -H "Authorization: Bearer $FRONTDESK_KEY" -H "Content-Type: application/json" -d "$2"; }
mailbox=$(call mailbox/register '{"name":"signup"}')
MAILBOX_TOKEN=$(field token <<<"$mailbox")
export MAILBOX_TOKEN
python3 wait_for_code.py >"$folder/printed" &
python=$!
sent=$(call "mailbox/$(field id <<<"$mailbox")/test" '{}')
wait $python
echo "Python printed $(cat "$folder/printed")"
[ "$(cat "$folder/printed")" = "$(field code <<<"$sent")" ]

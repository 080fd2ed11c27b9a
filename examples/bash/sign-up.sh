#!/usr/bin/env bash
# From nothing to a code with curl and swaks alone.
set -euo pipefail
command -v swaks >/dev/null || { echo "Skipped: there is no swaks."; exit 0; }

folder=$(mktemp -d)
FRONTDESK_BOOTSTRAP_KEY=svcagt_ExampleExampleExampleExample1 \
  npx frontdesk serve --storage memory: --port 0 --smtp-port 0 --json >"$folder/ready" 2>"$folder/log" &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
until grep -qs '"ready":true' "$folder/ready"; do kill -0 $server; sleep 0.1; done
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"; }
url=$(field url <"$folder/ready")
smtp=$(field smtp <"$folder/ready")

mailbox=$(curl -fsX POST "$url/svc-api/mailbox/register" -H "Authorization: Bearer svcagt_ExampleExampleExampleExample1" \
  -H "Content-Type: application/json" -d '{"name":"signup"}')
address=$(field address <<<"$mailbox")
swaks --server "$smtp" --from hello@shop.example --to "$address" --header "Subject: Your code" --body "Your code is 481 220." >"$folder/swaks"

mail=$(curl -fs "$url/svc-api/mail/recent?wait=30&full=true" -H "Authorization: Bearer $(field token <<<"$mailbox")")
code=$(sed -E 's/.*"codes":\[\{"value":"([^"]*)".*/\1/' <<<"$mail")
echo "$code reached $address"
[ "$code" = 481220 ]

#!/usr/bin/env bash
# What can be told of an APK without a phone. Usage: check-apk.sh <apk>
set -euo pipefail
apk=$1
fail() { echo "APK: $*" >&2; exit 1; }

size=$(stat -c %s "$apk")
[ "$size" -le 60000 ] || fail "$size bytes; 60,000 are the limit"

signature=$(apksigner verify --verbose --min-sdk-version 26 "$apk")
for scheme in v2 v3; do grep -q "Verified using $scheme scheme.*: true" <<<"$signature" || fail "not signed by scheme $scheme"; done

badging=$(aapt dump badging "$apk")
for line in "sdkVersion:'26'" "targetSdkVersion:'36'" "launchable-activity: name='frontdesk.companion.MainActivity'"; do
  grep -qF "$line" <<<"$badging" || fail "badging lacks $line"
done
permissions=$(sed -n "s/^uses-permission: name='android.permission.\(.*\)'/\1/p" <<<"$badging" | sort | tr '\n' ' ')
[ "$permissions" = "ACCESS_NETWORK_STATE INTERNET POST_NOTIFICATIONS RECEIVE_BOOT_COMPLETED RECEIVE_SMS " ] || fail "permissions: $permissions"
grep -q "locales: '--_--' 'de' 'fr'" <<<"$badging" || fail "languages are missing"

manifest=$(aapt dump xmltree "$apk" AndroidManifest.xml)
receivers=$(grep -A4 'E: receiver' <<<"$manifest" || true)
grep -q 'BROADCAST_SMS' <<<"$receivers" || fail "any app could hand in texts"
grep -q 'allowBackup.*0x0$' <<<"$manifest" || fail "a backup could take the texts along"

zipalign -c -p 4 "$apk" || fail "not aligned"
# No pipe into grep -q: it leaves at the first match, and who then writes on ends by SIGPIPE.
listing=$(unzip -v "$apk" resources.arsc)
grep -q Stored <<<"$listing" || fail "resources.arsc is compressed, which Android 11 refuses"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unzip -q "$apk" classes.dex -d "$work"
dump=$(dexdump -d "$work/classes.dex")
! grep -q 'invoke-custom\|LambdaMetafactory' <<<"$dump" || fail "a lambda is in it, which needs a class that Android lacks"
foreign=$(sed -n "s/^  Class descriptor  : '\(.*\)'/\1/p" <<<"$dump" | grep -v '^Lfrontdesk/companion/' || true)
[ -z "$foreign" ] || fail "classes that are not ours: $foreign"
echo "APK: $size bytes, $(grep -c 'Class descriptor' <<<"$dump") classes, $(sha256sum "$apk" | cut -c1-64)"

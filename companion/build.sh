#!/usr/bin/env bash
# Builds dist/frontdesk-companion.apk from a bare Debian: resources, classes, DEX, archive, signature.
#   FRONTDESK_COMPANION_KEYSTORE   the key to sign with (PKCS #12); made on the first build. Updates need the same one: keep it.
#   FRONTDESK_COMPANION_PASSWORD   its password; else in the file beside it
#   FRONTDESK_COMPANION_APK        where to put it, as the server's setting of that name; dist/frontdesk-companion.apk
#   --unsigned                     stops before signing; two such builds are equal byte for byte
set -euo pipefail
cd "$(dirname "$0")"
missing=""
for command in aapt:aapt zipalign:zipalign apksigner:apksigner javac:default-jdk-headless mvn:maven; do
  command -v "${command%%:*}" >/dev/null || missing="$missing ${command##*:}"
done
[ -z "$missing" ] || { echo "companion: missing here: apt-get install --no-install-recommends$missing" >&2; exit 1; }

./fetch.sh compile
android=$PWD/$(ls .build/inputs/compile/android-all-instrumented-*.jar)
dx=$(ls .build/inputs/compile/dalvik-dx-*.jar)
out=.build/app
rm -rf "$out" && mkdir -p "$out"/{gen,markers,classes}

aapt package -f -m -J "$out/gen" -M AndroidManifest.xml -S res -I "$android"
# The framework's classes come with two marker interfaces of the test tools; empty ones keep them out of ours.
javac --release 8 -Xlint:-options -d "$out/markers" $(find markers -name '*.java')
# The C locale and sorted names: the same input gives the same output.
LC_ALL=C javac --release 8 -g:none -encoding UTF-8 -Xlint:all,-options,-path,-classfile,-serial -Werror -implicit:none \
  -cp "$out/markers:$android" -d "$out/classes" $(find src "$out/gen" -name '*.java' | LC_ALL=C sort) 2>"$out/javac.log" ||
  { grep -v '^warning: Cannot find annotation' "$out/javac.log" >&2; exit 1; }
java -cp "$dx" com.android.dx.command.Main --dex --min-sdk-version=26 --output="$out/classes.dex" "$out/classes"
aapt package -f -M AndroidManifest.xml -S res -I "$android" -F "$out/unaligned.apk"
(cd "$out" && TZ=UTC touch -d 1980-01-01 classes.dex && aapt add -f unaligned.apk classes.dex >/dev/null)
zipalign -f -p 4 "$out/unaligned.apk" "$out/unsigned.apk"
if [ "${1:-}" = --unsigned ]; then sha256sum "$out/unsigned.apk"; exit; fi

keystore=${FRONTDESK_COMPANION_KEYSTORE:-${XDG_CONFIG_HOME:-$HOME/.config}/frontdesk/companion.p12}
if [ ! -e "$keystore" ]; then
  (umask 077
    mkdir -p "$(dirname "$keystore")"
    [ -n "${FRONTDESK_COMPANION_PASSWORD:-}" ] || head -c 24 /dev/urandom | base64 >"$keystore.password"
    password=${FRONTDESK_COMPANION_PASSWORD:-$(cat "$keystore.password")}
    PASSWORD=$password keytool -genkeypair -storetype PKCS12 -keystore "$keystore" -storepass:env PASSWORD -alias companion \
      -keyalg EC -groupname secp256r1 -validity 10950 -dname "CN=Frontdesk companion" 2>/dev/null)
  echo "companion: made a signing key, $keystore. Keep it: phones take updates only with the same one." >&2
fi
password=${FRONTDESK_COMPANION_PASSWORD:-$(cat "$keystore.password")}
apk=${FRONTDESK_COMPANION_APK:-dist/frontdesk-companion.apk}
mkdir -p "$(dirname "$apk")"
PASSWORD=$password apksigner sign --ks "$keystore" --ks-pass env:PASSWORD --ks-key-alias companion --min-sdk-version 26 \
  --v1-signing-enabled false --v4-signing-enabled false --out "$apk" "$out/unsigned.apk"
apksigner verify --min-sdk-version 26 "$apk"
sha256sum "$apk"

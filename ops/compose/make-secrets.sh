#!/bin/sh
# Makes secrets/ once; what is there stays. Containers read the files as users of their own, so that the folder alone is closed to
# the machine's other users. Keep a copy elsewhere: without jwt-secret and backup-passphrase a backup opens for nobody.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets backups
chmod 0700 secrets
# The image's user writes there.
chown 1000:1000 backups 2>/dev/null || echo 'Let user 1000 write to the folder backups.' >&2

make() {
  [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
  chmod 0444 "secrets/$1"
}

for name in postgres-password owner-password app-password jwt-secret backup-passphrase; do
  make "$name" "$(openssl rand -hex 32)"
done
make owner-url "postgres://kantor_owner:$(cat secrets/owner-password)@database:5432/kantor"
make app-url "postgres://kantor_app:$(cat secrets/app-password)@database:5432/kantor"

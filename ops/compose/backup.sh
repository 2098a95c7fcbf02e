#!/bin/sh
# A backup each night at 03:00 UTC, of which fourteen are kept; each Sunday the newest one is restored beside the database and
# verified. What failed is told by the log, by `doctor` and by the alerts, and tried again the next night.
set -eu
cd /kantor

at_three() {
  now=$(date +%s)
  sleep $((((now - 10800) / 86400 + 1) * 86400 + 10800 - now))
}

kantor() {
  node server/src/app/cli.ts "$@" --passphrase-file /run/secrets/backup-passphrase || echo "kantor $1 failed" >&2
}

while at_three; do
  kantor backup --to /backups --keep 14
  if [ "$(date -u +%u)" = 7 ]; then kantor drill --from /backups; fi
done

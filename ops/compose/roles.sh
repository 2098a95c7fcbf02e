#!/bin/sh
# PostgreSQL's image runs it for a new volume: the two roles, with the passwords of secrets/. A drill makes a database of its own.
set -eu
KANTOR_OWNER_PASSWORD=$(cat /run/secrets/owner-password)
KANTOR_APP_PASSWORD=$(cat /run/secrets/app-password)
export KANTOR_OWNER_PASSWORD KANTOR_APP_PASSWORD
sh /kantor/compose.sh
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --command 'alter role kantor_owner createdb'

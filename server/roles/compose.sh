#!/bin/sh
# Makes the two roles in the database of compose.yaml, with their passwords. PostgreSQL's image runs it for a new volume; for
# a volume of before: docker compose exec database sh /docker-entrypoint-initdb.d/roles.sh
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --single-transaction \
  --set owner_password="$KANTOR_OWNER_PASSWORD" --set app_password="$KANTOR_APP_PASSWORD" <<'SQL'
\i /kantor/roles.sql
alter role kantor_owner password :'owner_password';
alter role kantor_app password :'app_password';
SQL

#!/bin/sh
# As the image `postgres` does: a cluster whose superuser and database are called POSTGRES_USER.
set -e
bin=/usr/lib/postgresql/17/bin
data=/var/lib/postgresql/data/cluster
as_postgres() { runuser --user postgres -- "$@"; }

chown postgres: /var/lib/postgresql/data
if [ ! -f "$data/PG_VERSION" ]; then
  umask 077
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres: /tmp/password
  as_postgres "$bin/initdb" --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_USER" | as_postgres "$bin/postgres" --single -D "$data" postgres
fi
exec runuser --user postgres -- "$bin/postgres" -D "$data" -c 'listen_addresses=*'

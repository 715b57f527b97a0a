#!/bin/sh
# As the image `edoburu/pgbouncer` does, for the settings that compose.yaml gives it.
set -e
cat > /tmp/pgbouncer.ini <<EOF
[databases]
$DB_NAME = host=$DB_HOST port=5432
[pgbouncer]
listen_addr = *
listen_port = 5432
auth_type = $AUTH_TYPE
auth_file = /tmp/users.txt
pool_mode = $POOL_MODE
default_pool_size = $DEFAULT_POOL_SIZE
max_client_conn = $MAX_CLIENT_CONN
ignore_startup_parameters = extra_float_digits
EOF
printf '"%s" "%s"\n' "$DB_USER" "$DB_PASSWORD" > /tmp/users.txt
chown postgres: /tmp/pgbouncer.ini /tmp/users.txt
exec runuser --user postgres -- /usr/sbin/pgbouncer /tmp/pgbouncer.ini

#!/bin/sh
# Runs once, with the database's first start: the service owns its database and is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set password="$SLICEMETER_DB_PASSWORD" <<'SQL'
create role slicemeter login password :'password';
create database slicemeter owner slicemeter;
SQL
if [ -n "${GRAFANA_DB_PASSWORD:-}" ]; then
	psql --set ON_ERROR_STOP=1 --username postgres --set password="$GRAFANA_DB_PASSWORD" <<-'SQL'
		create role slicemeter_grafana login password :'password' in role pg_read_all_data;
		alter role slicemeter_grafana set default_transaction_read_only = on;
		alter role slicemeter_grafana set statement_timeout = '30s';
	SQL
fi

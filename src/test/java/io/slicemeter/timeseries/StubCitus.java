package io.slicemeter.timeseries;

import org.springframework.jdbc.core.simple.JdbcClient;

/// What Slicemeter calls of Citus, on a plain Postgres: functions that note that they were
/// called, refuse what Citus is known to refuse, and spread nothing. Columnar tables are
/// ordinary ones under that name.
final class StubCitus {

	private StubCitus() {
	}

	static void install(JdbcClient database) {
		database
			.sql("""
					create table stub_calls (place bigint generated always as identity, call text);
					create table pg_dist_partition (logicalrelid regclass, partmethod "char");
					create access method columnar type table handler heap_tableam_handler;

					create function create_reference_table(table_name regclass) returns void
					    language sql
					as $$
					    insert into pg_dist_partition values (table_name, 'n');
					    insert into stub_calls (call) values ('reference ' || table_name)
					$$;

					create function create_distributed_table(table_name regclass, distribution_column text,
					    distribution_type text default 'hash', colocate_with text default 'default', shard_count integer default null)
					    returns void
					    language plpgsql
					as $$
					begin
					    if exists (select from pg_index i where i.indrelid = table_name and i.indisunique and not exists (
					            select from pg_attribute a where a.attrelid = table_name and a.attnum = any (i.indkey)
					            and a.attname = distribution_column)) then
					        raise exception 'cannot create constraint on "%": not all unique keys hold %', table_name, distribution_column;
					    end if;
					    insert into pg_dist_partition values (table_name, 'h');
					    insert into stub_calls (call)
					    values ('distributed ' || table_name || ' by ' || distribution_column || ' with ' || colocate_with);
					end
					$$;

					create function alter_table_set_access_method(table_name regclass, access_method text) returns void
					    language plpgsql
					as $$
					begin
					    execute format('alter table %s set access method %I', table_name, access_method);
					    insert into stub_calls (call) values (access_method || ' ' || table_name);
					end
					$$;

					set allow_system_table_mods = on;
					insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
					select 16000, 'citus', extowner, extnamespace, false, '13.0-stub' from pg_extension where extname = 'plpgsql';
					reset allow_system_table_mods;
					""")
			.update();
	}

}

-- The rights of the roles that roles.sql makes; may be run again at any time.

do $$
declare
    each record;
begin
    execute format('grant create on database %I to slicemeter_owner', current_database());
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to slicemeter_owner, slicemeter_agent, slicemeter_api, slicemeter_maintainer',
        current_database());
    revoke create on schema public from public;
    grant usage, create on schema public to slicemeter_owner;
    grant usage on schema public to slicemeter_agent, slicemeter_api, slicemeter_maintainer;

    -- what was made before the owner was there becomes its own
    for each in
        select c.oid::regclass as relation from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v')
            and c.relowner <> 'slicemeter_owner'::regrole
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'e'))
    loop
        execute format('alter table %s owner to slicemeter_owner', each.relation);
    end loop;
    for each in
        select p.oid::regprocedure as routine from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proowner <> 'slicemeter_owner'::regrole
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
        execute format('alter routine %s owner to slicemeter_owner', each.routine);
    end loop;

    -- nobody executes anything unless it is said here
    revoke execute on all routines in schema public from public;
    alter default privileges for role slicemeter_owner in schema public revoke execute on routines from public;
    alter default privileges for role slicemeter_owner revoke execute on routines from public;

    -- partitions are reached through their parents
    for each in
        select c.relname as name,
            c.relname ~ '^(run|slice|host)_sample$' as sample,
            c.relname in ('host', 'slice', 'run') as catalogue,
            c.relname like 'measurement%' as measurement
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and c.relname <> 'flyway_schema_history'
    loop
        execute format('grant select on public.%I to slicemeter_api', each.name);
        if each.sample then
            execute format('grant insert on public.%I to slicemeter_agent', each.name);
        end if;
        if each.catalogue then
            execute format('grant select, insert, update on public.%I to slicemeter_agent', each.name);
        end if;
        if each.measurement then
            execute format('grant insert, update, delete on public.%I to slicemeter_api', each.name);
        end if;
    end loop;
    -- the API checks which schema it meets
    if to_regclass('public.flyway_schema_history') is not null then
        grant select on flyway_schema_history to slicemeter_api, slicemeter_agent;
    end if;
    if to_regclass('public.late_bucket') is null then
        return;
    end if;
    grant insert on late_bucket to slicemeter_agent;
    grant select on watermark to slicemeter_agent;
    grant execute on function ensure_partition(date), joined_names(text[], text[], text) to slicemeter_agent;
    grant execute on function progress(), is_distributed(), kept_from(text), partitions_of(text), usec_of(timestamptz), moment_of(bigint),
        bin_of(double precision) to slicemeter_api;
    grant execute on function keep_for(integer, integer, integer), make_partitions_ahead(integer), drop_expired_partition(text),
        forget_expired(integer), close_minutes(interval), roll_up_minutes(interval), roll_up_hour(), roll_up_late(integer),
        progress(), is_distributed() to slicemeter_maintainer;
    -- on Citus, host by host
    if to_regproc('public.metered_hosts') is not null then
        grant execute on function metered_hosts(), minutes_due(interval), hour_due(),
            roll_up_minutes_of_host(bigint, interval, timestamptz, timestamptz),
            minutes_are_rolled_up(interval, timestamptz, timestamptz),
            roll_up_hour_of_host(bigint, timestamptz), hour_is_rolled_up(timestamptz), roll_up_late_of_host(bigint),
            forget_expired_of_host(bigint, integer), make_columnar(text, interval) to slicemeter_maintainer;
    end if;
    if to_regclass('public.measurement') is not null then
        grant execute on function ensure_measurement_partition(date) to slicemeter_api;
        grant execute on function drop_expired_measurement_partition(), forget_measurements(integer) to slicemeter_maintainer;
    end if;
end
$$;

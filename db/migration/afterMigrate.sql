-- Rights, after each migration: Flyway runs this with every start of the role `migrate`, so that what a migration has
-- added is covered at once, and roles that were made later are covered by the next one. May be run again at any time.

-- Nobody executes what runs with the owner's rights unless it is said here.
do $$
declare
    each record;
begin
    for each in
        select p.oid::regprocedure as routine from pg_proc p
        where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'usage')
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
        execute format('revoke execute on routine %s from public', each.routine);
    end loop;
end
$$;

-- The roles of a fleet, as far as they exist. Another database of the same server, which another role migrates, is not the
-- fleet's.
do $$
declare
    each record;
begin
    if not exists (select from pg_roles r where r.rolname = 'slicemeter_owner' and pg_has_role(r.oid, 'usage')) then
        return;
    end if;
    for each in
        with relation as (
            -- partitions are reached through their parents
            select c.relname as name from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        ), permission (role, rights, target) as (
            select 'agent', 'insert', format('table public.%I', name) from relation
            where name in ('run_sample', 'slice_sample', 'host_sample', 'late_bucket')
            union all
            select 'agent', 'select, insert, update', format('table public.%I', name) from relation
            where name in ('host', 'slice', 'run')
            union all
            -- the history: who writes checks which schema it meets
            select 'agent', 'select', format('table public.%I', name) from relation
            where name in ('watermark', 'flyway_schema_history')
            union all
            select 'api', 'select', format('table public.%I', name) from relation
            union all
            select 'api', 'insert, update, delete', format('table public.%I', name) from relation
            where name like 'measurement%'
            union all
            select f.role, 'execute', format('function %s', p.oid::regprocedure)
            -- by name, as far as this version has them
            from (values
                ('agent', 'ensure_partition'), ('agent', 'joined_names'),
                ('api', 'progress'), ('api', 'is_distributed'), ('api', 'kept_from'), ('api', 'partitions_of'),
                ('api', 'usec_of'), ('api', 'moment_of'), ('api', 'bin_of'), ('api', 'ensure_measurement_partition'),
                ('maintainer', 'keep_for'), ('maintainer', 'make_partitions_ahead'),
                ('maintainer', 'drop_expired_partition'), ('maintainer', 'forget_expired'),
                ('maintainer', 'close_minutes'), ('maintainer', 'roll_up_minutes'), ('maintainer', 'roll_up_hour'),
                ('maintainer', 'roll_up_late'), ('maintainer', 'progress'), ('maintainer', 'is_distributed'),
                ('maintainer', 'drop_expired_measurement_partition'), ('maintainer', 'forget_measurements'),
                -- on Citus, host by host
                ('maintainer', 'metered_hosts'), ('maintainer', 'minutes_due'), ('maintainer', 'hour_due'),
                ('maintainer', 'roll_up_minutes_of_host'), ('maintainer', 'minutes_are_rolled_up'),
                ('maintainer', 'roll_up_hour_of_host'), ('maintainer', 'hour_is_rolled_up'),
                ('maintainer', 'roll_up_late_of_host'), ('maintainer', 'forget_expired_of_host'),
                ('maintainer', 'make_columnar')
            ) as f (role, name)
            join pg_proc p on p.proname = f.name and p.pronamespace = 'public'::regnamespace
        )
        select format('grant %s on %s to %I', m.rights, m.target, r.rolname) as statement
        from permission m
        join pg_roles r on r.rolname = 'slicemeter_' || m.role
    loop
        execute each.statement;
    end loop;
end
$$;

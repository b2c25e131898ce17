-- What only a superuser can give the roles that roles.sql makes; may be run again at any time. Their rights on tables and
-- functions come with each migration (migration/afterMigrate.sql).

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

    -- not even for the moment between a migration and the rights that come after it
    alter default privileges for role slicemeter_owner in schema public revoke execute on routines from public;
    alter default privileges for role slicemeter_owner revoke execute on routines from public;
end
$$;

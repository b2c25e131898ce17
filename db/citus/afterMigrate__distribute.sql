-- Spreads the tables over the nodes of a Citus cluster by host_id. Run after each migration where slicemeter.timeseries.citus
-- is true, on the coordinator, as the owner; what is spread already stays as it is. See docs/citus.md.

set local citus.multi_shard_modify_mode to 'sequential';

do $$
declare
    name text;
begin
    -- small, and asked for on each node
    foreach name in array array['retention', 'watermark'] loop
        if not exists (select from pg_dist_partition d where d.logicalrelid = to_regclass('public.' || name)) then
            perform create_reference_table(name::regclass);
        end if;
    end loop;
    -- what belongs to one host lies on one node
    for name in
        select 'host' union all select 'slice' union all select 'run' union all select 'late_bucket'
        union all (select t.name from partitioned_tables() t order by t.name)
    loop
        if exists (select from pg_dist_partition d where d.logicalrelid = to_regclass('public.' || name)) then
            continue;
        end if;
        if name = 'host' then
            perform create_distributed_table(name::regclass, 'host_id');
        else
            perform create_distributed_table(name::regclass, 'host_id', colocate_with => 'host');
        end if;
    end loop;
end
$$;

create or replace function is_distributed() returns boolean
    language sql
    stable
    set search_path = pg_catalog, public, pg_temp
as $$
    select true
$$;

-- What maintenance does, host by host: each transaction changes rows of one host, or the one row of the watermark.

create or replace function metered_hosts() returns table (host_id bigint)
    language sql
    stable
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
    select h.host_id from host h order by h.host_id
$$;

-- Whether it was ours to do, and nobody did it meanwhile.
create or replace function roll_up_minutes_of_host(only_host bigint, most interval, low timestamptz, high timestamptz)
    returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    due record;
begin
    select * into strict due from minutes_due(most);
    if due.low is distinct from roll_up_minutes_of_host.low or due.high is distinct from roll_up_minutes_of_host.high then
        return false;
    end if;
    perform roll_up_minutes_between(due.low, due.high, only_host);
    return true;
end
$$;

create or replace function minutes_are_rolled_up(most interval, low timestamptz, high timestamptz) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    due    record;
    moment constant timestamptz := now();
begin
    select * into strict due from minutes_due(most);
    if due.low is distinct from minutes_are_rolled_up.low or due.high is distinct from minutes_are_rolled_up.high then
        return false;
    end if;
    update watermark set minutes_to = due.high, moved_at = moment;
    return true;
end
$$;

create or replace function roll_up_hour_of_host(only_host bigint, hour timestamptz) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    due record;
begin
    select * into strict due from hour_due();
    if due.hour is distinct from roll_up_hour_of_host.hour then
        return false;
    end if;
    perform roll_up_hour_between(due.hour, only_host);
    return true;
end
$$;

create or replace function hour_is_rolled_up(hour timestamptz) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    due    record;
    moment constant timestamptz := now();
begin
    select * into strict due from hour_due();
    if due.hour is distinct from hour_is_rolled_up.hour then
        return false;
    end if;
    update watermark set hours_to = due.hour + interval '1 hour', moved_at = moment;
    return true;
end
$$;

create or replace function roll_up_late_of_host(only_host bigint) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    rolled_to timestamptz;
    late      late_bucket[] := '{}';
    mark      late_bucket;
begin
    if not take_turn('rollup') then
        return false;
    end if;
    select w.minutes_to into strict rolled_to from watermark w;
    for mark in
        execute format('delete from late_bucket l where l.host_id = %L::bigint and l.last_at < $1 '
            'returning l.host_id, l.kind, l.id, l.first_at, l.last_at', only_host) using rolled_to
    loop
        late := late || mark;
    end loop;
    perform roll_up_marked(late, rolled_to, only_host);
    return true;
end
$$;

create or replace function forget_expired_of_host(only_host bigint, most integer) returns integer
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    horizon timestamptz;
    silent  boolean;
    gone    integer;
    rows    integer;
begin
    if not take_turn('catalogue') then
        return null;
    end if;
    select now() - max(r.days) * interval '24 hours' into horizon from retention r;
    execute format('select h.last_seen_at < $1 from host h where h.host_id = %L::bigint', only_host) into silent using horizon;
    execute format('delete from run r where r.host_id = %1$L::bigint and r.run_id = any (array(select e.run_id from run e '
        'where e.host_id = %1$L::bigint and (e.ended_at < $1 or $2) limit $3))', only_host) using horizon, silent, most;
    get diagnostics gone = row_count;
    if gone > 0 or silent is not true then
        return gone;
    end if;
    execute format('delete from slice s where s.host_id = %L::bigint', only_host);
    get diagnostics gone = row_count;
    execute format('delete from host h where h.host_id = %L::bigint', only_host);
    get diagnostics rows = row_count;
    return gone + rows;
end
$$;

-- Stores the oldest partition of samples by columns that nothing is written to any more (columnar partitions take no
-- `on conflict`), and tells which, or null.
create or replace function make_columnar(parent text, late_limit interval) returns text
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
    set lock_timeout = '400ms'
as $$
declare
    old text;
begin
    if not exists (select from partitioned_tables() t where t.name = parent and t.resolution = 'raw')
            or not take_turn('retention.' || parent) then
        return null;
    end if;
    select p.child into old
    from partitions_of(parent) p
        join pg_class c on c.oid = to_regclass('public.' || p.child)
        join pg_am a on a.oid = c.relam
    where a.amname <> 'columnar' and (p.day + 1)::timestamp at time zone 'utc' < now() - late_limit
    order by p.day
    limit 1;
    if old is not null then
        perform alter_table_set_access_method(to_regclass('public.' || old), 'columnar');
    end if;
    return old;
end
$$;

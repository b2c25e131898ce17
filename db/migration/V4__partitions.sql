-- Partitions of all tables over time, their retention, and what writers owe the rollups.
--
-- Two resolutions are rolled up from the samples: minutes, and hours from them. Each table has a partition a UTC day.

-- For how many whole days back from today each resolution is kept. Maintenance sets it from its configuration.
create table retention (
    resolution text primary key check (resolution in ('raw', 'minute', 'hour')),
    days       integer not null check (days between 1 and 4000)
);

insert into retention (resolution, days) values ('raw', 7), ('minute', 30), ('hour', 400);

-- How far the rollups are, in one row. closed_to <= now: samples before it are late. minutes_to and hours_to: everything
-- before is rolled up, and questions may be answered from there.
create table watermark (
    only_row   boolean primary key default true check (only_row),
    closed_to  timestamptz not null default '-infinity',
    closed_by  xid8,                                       -- the transaction that moved closed_to
    closed_at  timestamptz,                                -- when it did, by the database's clock
    minutes_to timestamptz not null default '-infinity',
    hours_to   timestamptz not null default '-infinity',
    moved_at   timestamptz not null default now()          -- by the database's clock
);

insert into watermark default values;

-- What came in behind closed_to and is to be rolled up again. Whoever writes samples marks them in the same transaction,
-- after the insert and at isolation `read committed`, one row for each run, slice or host of the batch:
--
--     insert into late_bucket (host_id, kind, id, first_at, last_at)
--     select u.host_id, 'run', u.id, min(u.at), max(u.at)
--     from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as timestamptz[])) as u (host_id, id, at)
--     where u.at < (select closed_to from watermark)
--     group by u.host_id, u.id
--
-- kind is run, slice or host; id is run_id, slice_id, or 0 of a host. No lock is needed: maintenance moves closed_to first,
-- and rolls up when every transaction that may not have seen it move is over. A mark too many costs work, no correctness:
-- rows that were there already (a batch that is sent again) may be marked. There is no key: roles that may only insert
-- could not name one, and each batch's mark is one of its own.
create table late_bucket (
    host_id  bigint not null,
    kind     text not null check (kind in ('run', 'slice', 'host')),
    id       bigint not null,
    first_at timestamptz not null,
    last_at  timestamptz not null
);

create index late_bucket_key on late_bucket (host_id, kind, id);

-- The tables over time and their resolutions.
create function partitioned_tables() returns table (name text, resolution text)
    language sql
    immutable
    set search_path = pg_catalog, public, pg_temp
as $$
    select owner || '_' || case resolution when 'raw' then 'sample' else resolution end, resolution
    from unnest(array['run', 'slice', 'host']) as owner, unnest(array['raw', 'minute', 'hour']) as resolution
$$;

-- Makes a table's partition of one UTC day where it is missing. It is made as a plain table and attached, because
-- `partition of` makes every insert queue behind an open select. The day is UTC's whatever the session's time zone.
create function make_partition(parent text, day date) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    child text := parent || '_' || to_char(day, 'YYYYMMDD');
    low   text := to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00';
    high  text := to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00';
begin
    if to_regclass('public.' || child) is not null then
        return false;
    end if;
    -- one maker at a time, for this transaction only
    perform pg_advisory_xact_lock(hashtextextended('slicemeter.' || child, 0));
    -- by a snapshot of its own: to_regclass goes by what this session knows, which is that there is none, until it takes some
    -- table's lock; another may have made it while this one waited
    if exists (select from pg_class c where c.relname = child and c.relnamespace = 'public'::regnamespace) then
        return false;
    end if;
    execute format('create table public.%I (like public.%I including defaults including constraints)', child, parent);
    -- the check saves the attach from scanning
    execute format('alter table public.%I add constraint %I check (at >= %L::timestamptz and at < %L::timestamptz)',
        child, child || '_day', low, high);
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        parent, child, low, high);
    execute format('alter table public.%I drop constraint %I', child, child || '_day');
    return true;
end
$$;

revoke execute on function make_partition(text, date) from public;

drop function ensure_partition(date, integer);

-- What an agent calls that finds a day without its partitions. Days outside retention .. today + 1 are refused, so that a
-- wrong clock can't fill the schema.
create function ensure_partition(day date) returns void
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    today  constant date := (now() at time zone 'utc')::date;
    oldest constant date := today - (select r.days from retention r where r.resolution = 'raw');
    parent text;
begin
    if day < oldest or day > today + 1 then
        raise exception 'no partition for %: only days from % to % are kept', day, oldest, today + 1
            using errcode = 'check_violation', constraint = 'partition_day';
    end if;
    for parent in select t.name from partitioned_tables() t where t.resolution = 'raw' order by t.name loop
        perform make_partition(parent, day);
    end loop;
end
$$;

-- The rollups: of each run, slice or host what it used in one minute or hour, `at` its beginning. A span between two rows
-- lies evenly over its time; what of it lies in the bucket counts there, once its second row lies before the watermark.
-- What lies between a key's last row before the watermark and the first one after it is told by the samples.
--
--     samples                rows that lie in the bucket
--     covered_usec           time in the bucket that rows cover, between covered_from and covered_to
--     spanned_usec           time in the bucket that lies between rows, gaps included: over it the counters grew
--     <gauge>_count          rows with a value, closing rows have none; _covered_usec the time that they cover;
--                            _sum Σ value × covered µs; _min, _max; _last the newest
--     cpu_millicores_…       the same of the rates; _min and _max take rates over at least half an interval
--     <counter>_increase     what it grew by within the bucket; null where that is not known
--     <counter>_last         its newest value, null where no row of the bucket has one
--     <gauge>_bins, _looks   hours only, CPU and memory: a histogram of the rows' values. Bin 0 holds what is below 1, bin n
--                            what lies in 2^((n-1)/16) .. 2^(n/16); _looks says how many, at the same place
create function rolled_gauges(kind text) returns text[]
    language sql
    immutable
    set search_path = pg_catalog, public, pg_temp
as $$
    select case kind when 'host' then array['memory_bytes'] else array['memory_bytes', 'memory_current_bytes',
        'memory_anon_bytes', 'memory_file_bytes', 'memory_kernel_bytes', 'memory_shmem_bytes', 'memory_swap_bytes',
        'memory_peak_bytes', 'pids'] end
$$;

create function rolled_counters(kind text) returns text[]
    language sql
    immutable
    set search_path = pg_catalog, public, pg_temp
as $$
    select case kind when 'host' then array['cpu_usage_usec'] else array['cpu_usage_usec', 'cpu_user_usec',
        'cpu_system_usec', 'cpu_periods', 'cpu_throttled_periods', 'cpu_throttled_usec', 'oom_kills',
        'network_received_bytes', 'network_sent_bytes', 'network_received_packets', 'network_sent_packets',
        'network_errors', 'network_drops', 'network_all_bytes', 'io_read_bytes', 'io_write_bytes', 'io_reads',
        'io_writes'] end
        || array['cpu_pressure_some_usec', 'cpu_pressure_full_usec', 'memory_pressure_some_usec',
        'memory_pressure_full_usec', 'io_pressure_some_usec', 'io_pressure_full_usec']
$$;

do $$
declare
    kind       text;
    resolution text;
    id         text;
    columns    text;
begin
    foreach kind in array array['run', 'slice', 'host'] loop
        id := case kind when 'host' then '' else kind || '_id' end;
        select string_agg(format('%1$s_count integer, %1$s_covered_usec bigint, %1$s_sum double precision, '
                || '%1$s_min %2$s, %1$s_max %2$s, %1$s_last %2$s', gauge,
                case gauge when 'cpu_millicores' then 'double precision' else 'bigint' end), ', ')
            into columns from unnest(array['cpu_millicores'] || rolled_gauges(kind)) as gauge;
        select columns || ', ' || string_agg(format('%1$s_increase bigint, %1$s_last bigint', counter), ', ')
            into columns from unnest(rolled_counters(kind)) as counter;
        foreach resolution in array array['minute', 'hour'] loop
            execute format('create table %I (host_id bigint not null, %s at timestamptz not null, '
                || 'samples integer not null, covered_usec bigint not null, spanned_usec bigint not null, covered_from timestamptz, '
                || 'covered_to timestamptz, %s%s, primary key (host_id, %s at)) '
                || 'partition by range (at)',
                kind || '_' || resolution,
                case id when '' then '' else id || ' bigint not null,' end,
                columns,
                case resolution when 'hour' then ', cpu_millicores_bins smallint[], cpu_millicores_looks integer[], '
                    || 'memory_bytes_bins smallint[], memory_bytes_looks integer[]' else '' end,
                case id when '' then '' else id || ',' end);
        end loop;
    end loop;
end
$$;

-- which runs lived in a range, and which are due to leave the catalogue
create index run_ended on run (ended_at) where ended_at is not null;

-- The names that a run once had, without the one that it has: for upserts, where tables that are spread over nodes take no
-- query.
create function joined_names(before text[], added text[], current_name text) returns text[]
    language sql
    immutable
    set search_path = pg_catalog, public, pg_temp
as $$
    select array(
        select name from unnest(before || added) with ordinality as former (name, place)
        where name <> current_name group by name order by min(place))
$$;

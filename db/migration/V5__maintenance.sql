-- What maintenance does, as functions with their owner's rights: a role that may execute them needs no right on any table.
-- Of several instances one does a piece of work at a time; whoever dies gives it up with its transaction.

-- Whether the tables are spread over nodes by host_id; db/citus says so there. Work goes host by host then.
create function is_distributed() returns boolean
    language sql
    stable
    set search_path = pg_catalog, public, pg_temp
as $$
    select false
$$;

create function take_turn(work text) returns boolean
    language sql
    set search_path = pg_catalog, public, pg_temp
as $$
    select pg_try_advisory_xact_lock(hashtextextended('slicemeter.maintenance.' || work, 0))
$$;

create function keep_for(raw_days integer, minute_days integer, hour_days integer) returns void
    language sql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
    update retention r
    set days = wanted.days
    from (values ('raw', raw_days), ('minute', minute_days), ('hour', hour_days)) as wanted (resolution, days)
    where r.resolution = wanted.resolution and r.days <> wanted.days
$$;

-- Makes the partitions of today and some days after it, and says how many were missing; null while another does.
create function make_partitions_ahead(days_ahead integer) returns integer
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    today constant date := (now() at time zone 'utc')::date;
    made  integer := 0;
    each  record;
begin
    if not take_turn('partitions') then
        return null;
    end if;
    for each in
        select t.name, today + ahead as day from partitioned_tables() t, generate_series(0, days_ahead) as ahead
        order by day, t.name
    loop
        made := made + make_partition(each.name, each.day)::integer;
    end loop;
    return made;
end
$$;

create function partitions_of(parent text) returns table (child text, day date)
    language sql
    stable
    set search_path = pg_catalog, public, pg_temp
as $$
    select c.relname::text, to_date(right(c.relname, 8), 'YYYYMMDD')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('public.' || parent)
$$;

-- The beginning of the oldest day that is kept of a table; 'infinity' where none is.
create function kept_from(parent text) returns timestamptz
    language sql
    stable
    set search_path = pg_catalog, public, pg_temp
as $$
    select coalesce(min(day)::timestamp at time zone 'utc', 'infinity') from partitions_of(parent)
$$;

-- Drops the oldest partition of a table that is past its retention and tells which, or null. A drop locks the table and
-- the partition, one after the other: inserts wait behind an open select no longer than twice the time-out, then it is
-- given up (SQLSTATE 55P03) and tried again later. Samples that are not rolled up yet are kept.
create function drop_expired_partition(parent text) returns text
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
    set lock_timeout = '400ms'
as $$
declare
    today   constant date := (now() at time zone 'utc')::date;
    kept    integer;
    expired text;
begin
    select r.days into strict kept
    from partitioned_tables() t join retention r on r.resolution = t.resolution
    where t.name = parent;
    if not take_turn('retention.' || parent) then
        return null;
    end if;
    select p.child into expired
    from partitions_of(parent) p
    where p.day < today - kept
        and (parent not like '%\_sample' or (p.day + 1)::timestamp at time zone 'utc' <= (select w.minutes_to from watermark w))
    order by p.day
    limit 1;
    if expired is not null then
        execute format('drop table public.%I', expired);
    end if;
    return expired;
end
$$;

-- Takes out of the catalogue what nothing is kept of any more: ended runs older than the longest retention, and hosts that
-- have been silent that long with their slices and runs. Says how many rows went, at most about `most`; null while another
-- does.
create function forget_expired(most integer) returns integer
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    horizon timestamptz;
    gone    integer;
    rows    integer;
begin
    if not take_turn('catalogue') then
        return null;
    end if;
    select now() - max(r.days) * interval '24 hours' into horizon from retention r;
    delete from run r
    using (
        (select e.host_id, e.run_id from run e where e.ended_at < horizon limit most)
        union
        (select e.host_id, e.run_id from run e join host h on h.host_id = e.host_id where h.last_seen_at < horizon
            limit most)
    ) as old
    where r.host_id = old.host_id and r.run_id = old.run_id;
    get diagnostics gone = row_count;
    if gone > 0 then
        return gone;
    end if;
    delete from slice s using host h where h.host_id = s.host_id and h.last_seen_at < horizon;
    get diagnostics gone = row_count;
    delete from host h where h.last_seen_at < horizon;
    get diagnostics rows = row_count;
    return gone + rows;
end
$$;

-- Declares the samples before now - settle late from here on.
create function close_minutes(settle interval) returns timestamptz
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    until  constant timestamptz := date_bin('1 minute', now() - settle, 'epoch');
    mover  constant xid8 := pg_current_xact_id();
    moment constant timestamptz := now();
begin
    if take_turn('close') then
        -- not again before that is rolled up: who moves it always would wait for writers always
        update watermark set closed_to = until, closed_by = mover, closed_at = moment
        where closed_to < until and closed_to in (minutes_to, '-infinity');
    end if;
    return (select w.closed_to from watermark w);
end
$$;

create function usec_of(moment timestamptz) returns bigint
    language sql
    immutable
as $$
    select round(date_part('epoch', moment) * 1000000)::bigint
$$;

create function progress() returns table (closed_usec bigint, minutes_usec bigint, hours_usec bigint)
    language sql
    stable
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
    select usec_of(nullif(closed_to, '-infinity')), usec_of(nullif(minutes_to, '-infinity')),
        usec_of(nullif(hours_to, '-infinity'))
    from watermark
$$;

create function moment_of(usec bigint) returns timestamptz
    language sql
    immutable
as $$
    select timestamptz 'epoch' + usec * interval '1 microsecond'
$$;

-- The bin of a histogram that a value lies in.
create function bin_of(value double precision) returns smallint
    language sql
    immutable
as $$
    select case when value < 1 then 0 else 1 + floor(ln(value) * 16 / ln(2::float8)) end::smallint
$$;

-- The newest value that is not null. (A strict function is not called for nulls, and keeps what it had.)
create function newer_value(before bigint, value bigint) returns bigint
    language sql
    immutable
    strict
    parallel safe
as $$
    select value
$$;

create aggregate newest_value(bigint) (sfunc = newer_value, stype = bigint, parallel = safe);

-- The condition that a row is of the host of a key. Where one host alone is worked on, it is named: where tables are spread
-- over nodes, only then it is known which node has all of them.
create function of_host(row_alias text, only_host bigint, key_alias text default 'w') returns text
    language sql
    immutable
    set search_path = pg_catalog, public, pg_temp
as $$
    select row_alias || '.host_id = ' || coalesce(quote_literal(only_host) || '::bigint', key_alias || '.host_id')
$$;

-- What rolls up minutes of runs, slices or hosts; its parameters are arrays of host, id, from and to (at whole minutes, each
-- key once), the beginning of what is kept of samples, and the watermark, from which on no row is looked at. The rules are those of the questions over samples:
-- a span is the time from the row before, a run whose start was seen counts from it, a counter that fell has used nothing
-- (a run's) or began anew (a slice's or host's), and a counter's value within a span is rounded down, so that the
-- increases of adjoining buckets add up to the whole. Where values are missing between others (`gaps`) each counter has
-- spans of its own, which costs more. Of the span that ends with the first row after the range only that counts which lies in
-- the bucket of the last row within: the buckets of a gap are rolled up with the row that ends it.
create function minutes_statement(kind text, gaps boolean, only_host bigint) returns text
    language plpgsql
    stable
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    minute   constant text := '60000000';
    is_run   constant boolean := kind = 'run';
    belongs  constant text := of_host('s', only_host) || case kind when 'host' then '' else ' and s.' || kind || '_id = w.id' end;
    sample   constant text := kind || '_sample';
    counters constant text[] := rolled_counters(kind);
    gauges   constant text[] := rolled_gauges(kind);
    columns  constant text := (select string_agg('s.' || name, ', ') from unnest(counters || gauges) as name);
    each_row constant text := 'select s.at, s.covered_usec, ' || case when is_run then 's.closing, ' else 'false as closing, ' end
        || columns || ' from ' || sample || ' s where ' || belongs;
    mean_if_brief constant text := 'case when bool_and(brief) then sum(level * cpu_overlap_usec) / nullif(sum(cpu_overlap_usec), 0) end';
    known    text;
    names    text[] := array['at', 'samples', 'covered_usec', 'spanned_usec', 'covered_from', 'covered_to'];
    values   text[];
    name     text;
begin
    known := case when gaps then
        format('(%1$s and s.at >= w.from_at - interval ''1 hour'' and s.at < least(w.to_at + interval ''1 hour'', $6))', each_row)
    else
        format('(%1$s and s.at < w.from_at order by s.at desc limit 1) union all (%1$s and s.at >= w.from_at and s.at < w.to_at) '
            || 'union all (%1$s and s.at >= w.to_at and s.at < $6 order by s.at limit 1)', each_row)
    end;
    values := array[
        'moment_of(bucket * ' || minute || ')',
        'count(*) filter (where own)',
        'coalesce(sum(overlap_usec), 0)',
        'coalesce(sum(greatest(least(until_usec, at_usec) - greatest(begin_usec, since_usec), 0)) filter (where since_usec is not null), 0)',
        'moment_of(min(greatest(begin_usec, covered_from)) filter (where overlap_usec > 0))',
        'moment_of(max(least(until_usec, at_usec)) filter (where overlap_usec > 0))'];
    names := names || array['cpu_millicores_count', 'cpu_millicores_covered_usec', 'cpu_millicores_sum', 'cpu_millicores_min',
        'cpu_millicores_max', 'cpu_millicores_last'];
    values := values || array[
        'count(level) filter (where own)',
        'sum(cpu_overlap_usec) filter (where level is not null)',
        'sum(level * cpu_overlap_usec)',
        'coalesce(min(level) filter (where own and lasting), ' || mean_if_brief || ')',
        'coalesce(max(level) filter (where own and lasting), ' || mean_if_brief || ')',
        'coalesce((array_agg(level order by at_usec desc) filter (where own and lasting))[1], ' || mean_if_brief || ')'];
    foreach name in array gauges loop
        names := names || array[name || '_count', name || '_covered_usec', name || '_sum', name || '_min', name || '_max',
            name || '_last'];
        values := values || array[
            format('count(%s) filter (where own)', name),
            format('sum(overlap_usec) filter (where %s is not null)', name),
            format('sum(%s::float8 * overlap_usec)', name),
            format('min(%s) filter (where own)', name),
            format('max(%s) filter (where own)', name),
            format('coalesce(max(%1$s) filter (where own and newest_gauges), max(%1$s) filter (where own))', name)];
    end loop;
    foreach name in array counters loop
        names := names || array[name || '_increase', name || '_last'];
        values := values || array[
            format(case when gaps then
                'sum(floor(grown_%1$s * ((least(greatest(until_usec, since_%1$s), at_usec) - since_%1$s)::float8 / (at_usec - since_%1$s)))::bigint'
                || ' - floor(grown_%1$s * ((least(greatest(begin_usec, since_%1$s), at_usec) - since_%1$s)::float8 / (at_usec - since_%1$s)))::bigint)'
            else
                'sum(case when cut then floor(grown_%1$s * cut_until)::bigint - floor(grown_%1$s * cut_begin)::bigint else grown_%1$s end)'
            end, name),
            format('coalesce(max(%1$s) filter (where own and newest), max(%1$s) filter (where own))', name)];
    end loop;
    return format($statement$
        with work as materialized (
            select w.host_id, w.id, w.from_at, w.to_at, row_number() over () as key,
                usec_of(w.from_at) as from_usec, usec_of(w.to_at) as to_usec,
                coalesce(h.interval_usec, 2000000) as interval_usec, %1$s,
                case when %2$s then exists (select from %3$s s where %4$s and s.at < w.from_at - interval '1 hour') else false end
                    as has_before
            from unnest($1, $2, $3, $4) as w (host_id, id, from_at, to_at)
            left join host h on %20$s
            %5$s
        ), known as (
            select w.key, w.from_usec, w.to_usec, w.interval_usec, w.start_seen, w.started_usec, w.has_before,
                usec_of(s.at) as at_usec, s.*
            from work w cross join lateral (%6$s) as s
        ), linked as (
            select k.*, lag(at_usec) over row_before as before_usec, lead(at_usec) over row_before as after_usec,
                lead(closing) over row_before as closing_after,
                max(covered_usec) over (partition by key) as longest_usec,
                max(at_usec) filter (where at_usec < to_usec) over (partition by key) as last_usec,
                %7$s
            from known k
            window row_before as (partition by key order by at_usec)
        ), begun as (
            select l.*, coalesce(before_usec, from_zero_usec) as since_usec,
                case when covered_usec is not null then greatest(at_usec - covered_usec, before_usec) end as covered_from
            from (
                select l.*, case when %8$s and covered_usec is not null and not has_before
                        and ((start_seen and started_usec >= $5) or (before_usec is null and at_usec - 3 * interval_usec > $5))
                    then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
                    as from_zero_usec
                from linked l
                offset 0
            ) as l
        ), grown as (
            select b.*, %9$s
            from begun b
            offset 0
        ), spans as (
            select g.*, case when covered_usec is not null and %10$s is not null then greatest(at_usec - covered_usec, %10$s) end
                    as cpu_covered_from,
                grown_cpu_usage_usec * 1000::float8 / (at_usec - %10$s) as level,
                least(since_usec %11$s) as first_since_usec
            from grown g
            offset 0
        ), pieces as (
            select p.*,
                at_usec / %12$s = bucket as own,
                after_usec is null or after_usec / %12$s > bucket as newest,
                not closing and (after_usec is null or after_usec / %12$s > bucket or closing_after) as newest_gauges,
                greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) as overlap_usec,
                greatest(least(until_usec, at_usec) - greatest(begin_usec, cpu_covered_from), 0) as cpu_overlap_usec,
                2 * (at_usec - cpu_covered_from) >= interval_usec as lasting,
                cpu_covered_from is not null and 2 * longest_usec < interval_usec as brief,
                since_usec < begin_usec or at_usec > until_usec as cut,
                (least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec) as cut_begin,
                (least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec) as cut_until
            from (
                select s.*, bucket, bucket * %12$s as begin_usec, (bucket + 1) * %12$s as until_usec
                from spans s cross join lateral generate_series(
                    greatest(coalesce(first_since_usec, covered_from, at_usec), from_usec) / %12$s,
                    case when at_usec < to_usec then at_usec else last_usec end / %12$s) as bucket
                where at_usec >= from_usec
                offset 0
            ) p
            offset 0
        ), rolled as (
            select key, %13$s
            from pieces
            group by key, bucket
        )
        insert into %14$s (host_id, %15$s %16$s)
        select w.host_id, %17$s %18$s
        from rolled q join work w on w.key = q.key
        on conflict (host_id, %15$s at) do update set %19$s
    $statement$,
        case when is_run then 'coalesce(r.start_seen, false) as start_seen, usec_of(r.started_at) as started_usec'
            else 'false as start_seen, null::bigint as started_usec' end,
        gaps::text, sample, belongs,
        case when is_run then 'left join run r on ' || of_host('r', only_host) || ' and r.run_id = w.id' else '' end,
        known,
        (select string_agg(format(case when gaps then
            'newest_value(%1$s) over (row_before rows between unbounded preceding and 1 preceding) as before_%1$s, '
            || 'max(at_usec) filter (where %1$s is not null) over (row_before rows between unbounded preceding and 1 preceding) as known_%1$s'
            else 'lag(%1$s) over row_before as before_%1$s' end, counter), ', ') from unnest(counters) as counter),
        is_run::text,
        (select string_agg(format('case when before_%1$s <= %1$s then %1$s - before_%1$s when before_%1$s is not null then '
            || case when is_run then '%1$s * 0' else '%1$s' end
            || ' when from_zero_usec is not null then %1$s end as grown_%1$s'
            || case when gaps then ', case when %1$s is not null then coalesce(known_%1$s, from_zero_usec) end as since_%1$s' else '' end,
            counter), ', ') from unnest(counters) as counter),
        case when gaps then 'since_cpu_usage_usec' else 'since_usec' end,
        case when gaps then (select string_agg(', since_' || counter, '') from unnest(counters) as counter) else '' end,
        minute,
        (select string_agg(value || ' as ' || column_name, ', ')
            from unnest(names, values) as rolled_columns (column_name, value)),
        kind || '_minute',
        case kind when 'host' then '' else kind || '_id,' end,
        array_to_string(names, ', '),
        case kind when 'host' then '' else 'w.id,' end,
        (select string_agg('q.' || column_name, ', ') from unnest(names) as column_name),
        (select string_agg(format('%1$s = excluded.%1$s', column_name), ', ') from unnest(names) as column_name
            where column_name <> 'at'),
        of_host('h', only_host));
end
$$;

-- What rolls up hours from their minutes, and their histograms from the samples. Its parameters are arrays of host, id and
-- the hour's beginning.
create function hours_statement(kind text, only_host bigint) returns text
    language plpgsql
    stable
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    is_run   constant boolean := kind = 'run';
    owner    constant text := case kind when 'host' then '' else kind || '_id,' end;
    belongs  constant text := case kind when 'host' then '' else ' and %1$s.' || kind || '_id = w.id' end;
    names    text[] := array['at', 'samples', 'covered_usec', 'spanned_usec', 'covered_from', 'covered_to'];
    values   text[] := array['w.at', 'sum(m.samples)', 'sum(m.covered_usec)', 'sum(m.spanned_usec)',
        'min(m.covered_from)', 'max(m.covered_to)'];
    bins     constant text[] := array['cpu_millicores_bins', 'cpu_millicores_looks', 'memory_bytes_bins', 'memory_bytes_looks'];
    name     text;
begin
    foreach name in array array['cpu_millicores'] || rolled_gauges(kind) loop
        names := names || array[name || '_count', name || '_covered_usec', name || '_sum', name || '_min', name || '_max',
            name || '_last'];
        values := values || array[
            format('sum(m.%s_count)', name), format('sum(m.%s_covered_usec)', name), format('sum(m.%s_sum)', name),
            format('min(m.%s_min)', name), format('max(m.%s_max)', name),
            format('(array_agg(m.%1$s_last order by m.at desc) filter (where m.%1$s_last is not null))[1]', name)];
    end loop;
    foreach name in array rolled_counters(kind) loop
        names := names || array[name || '_increase', name || '_last'];
        values := values || array[
            format('sum(m.%s_increase)', name),
            format('(array_agg(m.%1$s_last order by m.at desc) filter (where m.%1$s_last is not null))[1]', name)];
    end loop;
    return format($statement$
        with work as materialized (
            select w.host_id, w.id, w.at, row_number() over () as key, coalesce(h.interval_usec, 2000000) as interval_usec,
                %1$s as starts_at_zero
            from unnest($1, $2, $3) as w (host_id, id, at)
            left join host h on %15$s
            %2$s
        ), rolled as (
            select w.key, %3$s
            from work w join %4$s m on %5$s and m.at >= w.at and m.at < w.at + interval '1 hour'
            group by w.key, w.at
        ), known as (
            select w.key, w.at as hour, w.interval_usec, w.starts_at_zero, usec_of(s.at) as at_usec, s.*
            from work w cross join lateral (
                (select s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from %6$s s
                    where %7$s and s.at < w.at order by s.at desc limit 1)
                union all
                (select s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from %6$s s
                    where %7$s and s.at >= w.at and s.at < w.at + interval '1 hour')
            ) as s
        ), linked as (
            select k.*, lag(at_usec) over row_before as before_usec, lag(cpu_usage_usec) over row_before as before_cpu
            from known k
            where cpu_usage_usec is not null
            window row_before as (partition by key order by at_usec)
        ), levels as (
            select key, 'cpu' as metric, bin_of(greatest(
                case when before_cpu <= cpu_usage_usec then cpu_usage_usec - before_cpu when before_cpu is not null then %8$s
                    else cpu_usage_usec end * 1000::float8 / (at_usec - coalesce(before_usec, at_usec - covered_usec)), 0)) as bin
            from linked
            where at >= hour and covered_usec > 0 and (before_usec is not null or starts_at_zero)
                and 2 * least(covered_usec, at_usec - coalesce(before_usec, at_usec - covered_usec)) >= interval_usec
            union all
            select key, 'memory', bin_of(memory_bytes) from known where at >= hour and memory_bytes is not null
        ), counted as (
            select key, metric, bin, count(*)::integer as looks from levels group by key, metric, bin
            union all
            select r.key, 'cpu', bin_of(r.cpu_millicores_max), 1
            from rolled r
            where r.cpu_millicores_max is not null and not exists (select from levels l where l.key = r.key and l.metric = 'cpu')
        ), binned as (
            select key,
                array_agg(bin order by bin) filter (where metric = 'cpu') as cpu_millicores_bins,
                array_agg(looks order by bin) filter (where metric = 'cpu') as cpu_millicores_looks,
                array_agg(bin order by bin) filter (where metric = 'memory') as memory_bytes_bins,
                array_agg(looks order by bin) filter (where metric = 'memory') as memory_bytes_looks
            from counted
            group by key
        )
        insert into %9$s (host_id, %10$s %11$s)
        select w.host_id, %12$s %13$s
        from rolled q join work w on w.key = q.key left join binned b on b.key = q.key
        on conflict (host_id, %10$s at) do update set %14$s
    $statement$,
        case when is_run then format('coalesce(r.start_seen and r.started_at >= %L::timestamptz, false)', kept_from('run_sample'))
            else 'false' end,
        case when is_run then 'left join run r on ' || of_host('r', only_host) || ' and r.run_id = w.id' else '' end,
        (select string_agg(value || ' as ' || column_name, ', ')
            from unnest(names, values) as rolled_columns (column_name, value)),
        kind || '_minute',
        of_host('m', only_host) || format(belongs, 'm'),
        kind || '_sample',
        of_host('s', only_host) || format(belongs, 's'),
        case when is_run then '0' else 'cpu_usage_usec' end,
        kind || '_hour',
        owner,
        array_to_string(names || bins, ', '),
        case kind when 'host' then '' else 'w.id,' end,
        (select string_agg('q.' || column_name, ', ') from unnest(names) as column_name) || ', '
            || (select string_agg('b.' || column_name, ', ') from unnest(bins) as column_name),
        (select string_agg(format('%1$s = excluded.%1$s', column_name), ', ') from unnest(names || bins) as column_name
            where column_name <> 'at'),
        of_host('h', only_host));
end
$$;

-- Rolls up hours of runs, slices or hosts, each key and hour once; of one host where `only_host` names it.
create function roll_up_hours_of(kind text, hosts bigint[], ids bigint[], hours timestamptz[], only_host bigint) returns void
    language plpgsql
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    day date;
begin
    if coalesce(cardinality(hosts), 0) = 0 then
        return;
    end if;
    for day in select distinct (hour at time zone 'utc')::date from unnest(hours) as hour loop
        perform make_partition(kind || '_hour', day);
    end loop;
    execute hours_statement(kind, only_host) using hosts, ids, hours;
end
$$;

-- Rolls up minutes of runs, slices or hosts, each key once, and again those of their hours that were rolled up before.
create function roll_up_minutes_of(kind text, hosts bigint[], ids bigint[], froms timestamptz[], tos timestamptz[],
    mark timestamptz, only_host bigint) returns void
    language plpgsql
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    kept       constant timestamptz := kept_from(kind || '_sample');
    hours_done constant timestamptz := (select w.hours_to from watermark w);
    belongs    constant text := of_host('s', only_host) || case kind when 'host' then '' else ' and s.' || kind || '_id = w.id' end;
    with_gaps  boolean[];
    each       record;
begin
    if coalesce(cardinality(hosts), 0) = 0 then
        return;
    end if;
    for each in
        select distinct day::date as day
        from unnest(froms, tos) as w (from_at, to_at),
            generate_series(date_trunc('day', w.from_at at time zone 'utc'), w.to_at at time zone 'utc' - interval '1 minute',
                interval '1 day') as day
    loop
        perform make_partition(kind || '_minute', each.day);
    end loop;
    -- where values are missing between others, back to where each was known last
    execute format($statement$
        select array_agg(q.gaps order by w.place), array_agg(case when q.gaps then least(w.from_at, greatest(q.back_to, $5)) else w.from_at end
            order by w.place)
        from unnest($1, $2, $3, $4) with ordinality as w (host_id, id, from_at, to_at, place)
        cross join lateral (
            select coalesce(bool_or(n.gap), false) as gaps from (
                select %1$s as gap
                from ((select * from %2$s s where %3$s and s.at < w.from_at order by s.at desc limit 1)
                    union all (select * from %2$s s where %3$s and s.at >= w.from_at and s.at < w.to_at)
                    union all (select * from %2$s s where %3$s and s.at >= w.to_at and s.at < $6 order by s.at limit 1)) as s
            ) as n
        ) as g
        cross join lateral (
            select g.gaps, case when g.gaps then date_bin('1 minute', least(%5$s, (
                select least(%4$s) from %2$s s where %3$s and s.at < w.from_at and s.at >= w.from_at - interval '1 hour')), 'epoch') end
                as back_to
        ) as q
    $statement$,
        (select string_agg(format('count(s.%1$s) not in (0, count(*))', counter), ' or ')
            from unnest(rolled_counters(kind)) as counter),
        kind || '_sample', belongs,
        (select string_agg(format('max(s.at) filter (where s.%s is not null)', counter), ', ')
            from unnest(rolled_counters(kind)) as counter),
        case kind when 'run' then '(select r.started_at from run r where ' || of_host('r', only_host) || ' and r.run_id = w.id '
            || 'and r.start_seen and r.started_at >= w.from_at - interval ''1 hour'')' else 'null::timestamptz' end)
        into with_gaps, froms using hosts, ids, froms, tos, kept, mark;
    for each in
        select g.gaps, array_agg(w.host_id) as hosts, array_agg(w.id) as ids, array_agg(w.from_at) as froms,
            array_agg(w.to_at) as tos
        from unnest(hosts, ids, froms, tos, with_gaps) as w (host_id, id, from_at, to_at, gaps)
            cross join lateral (select w.gaps) as g
        group by g.gaps
    loop
        execute minutes_statement(kind, each.gaps, only_host) using each.hosts, each.ids, each.froms, each.tos, usec_of(kept), mark;
    end loop;
    for each in
        select array_agg(host_id) as hosts, array_agg(id) as ids, array_agg(hour) as hours
        from unnest(hosts, ids, froms, tos) as w (host_id, id, from_at, to_at)
            cross join lateral generate_series(date_bin('1 hour', w.from_at, 'epoch'),
                least(w.to_at, hours_done) - interval '1 minute', interval '1 hour') as hour
    loop
        perform roll_up_hours_of(kind, each.hosts, each.ids, each.hours, only_host);
    end loop;
end
$$;

revoke execute on function roll_up_hours_of(text, bigint[], bigint[], timestamptz[], bigint) from public;
revoke execute on function roll_up_minutes_of(text, bigint[], bigint[], timestamptz[], timestamptz[], timestamptz, bigint)
    from public;

-- Which keys of a kind may have rows from a moment on up to another: as a query for `w (host_id, id)`.
create function keys_statement(kind text, only_host bigint) returns text
    language sql
    immutable
    set search_path = pg_catalog, public, pg_temp
as $$
    select case kind
        when 'run' then 'select r.host_id, r.run_id as id, case when r.start_seen then r.started_at end as started_at from run r '
            || 'where r.started_at < $2 + interval ''1 minute'' and (r.ended_at is null or r.ended_at >= $1 - interval ''1 hour'')'
        when 'slice' then 'select r.host_id, r.slice_id as id, null::timestamptz as started_at from slice r where true'
        when 'host' then 'select r.host_id, 0::bigint as id, null::timestamptz as started_at from host r where true' end
        || case when only_host is null then '' else ' and ' || of_host('r', only_host) end
$$;

-- Which minutes are to be rolled up next: at most as many as `most` holds. Both are null while another rolls up, or while a
-- transaction lives that may not know yet that its samples are late; low = high where nothing is to be done.
create function minutes_due(most interval, out low timestamptz, out high timestamptz, out closed timestamptz)
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    mark watermark;
begin
    if not take_turn('rollup') then
        return;
    end if;
    select * into strict mark from watermark;
    if mark.closed_by is null or pg_snapshot_xmin(pg_current_snapshot()) <= mark.closed_by then
        return;
    end if;
    -- transactions of other nodes have numbers of their own: none lasts as long
    if is_distributed() and now() - mark.closed_at < interval '3 minutes' then
        return;
    end if;
    low := mark.minutes_to;
    if low = '-infinity' then
        select least(min(kept_from(kept)), mark.closed_to) into low
        from unnest(array['run_sample', 'slice_sample', 'host_sample']) as kept;
    end if;
    high := least(mark.closed_to, low + most);
    closed := mark.closed_to;
end
$$;

-- Rolls up the minutes between, of all that has rows there. A span that began before is brought into the buckets there, too.
create function roll_up_minutes_between(low timestamptz, high timestamptz, only_host bigint) returns void
    language plpgsql
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    kind text;
    work record;
begin
    foreach kind in array array['run', 'slice', 'host'] loop
        execute format($statement$
            select array_agg(k.host_id) as hosts, array_agg(k.id) as ids, array_agg(
                case when p.at is null then date_bin('1 minute', least($1, greatest(f.since, $3)), 'epoch')
                    else greatest(date_bin('1 minute', p.at, 'epoch'), least($1, $3 + interval '1 minute')) end) as froms
            from (%1$s) as k
            cross join lateral (
                select s.at, least(k.started_at, s.at - coalesce(s.covered_usec, 0) * interval '1 microsecond') as since
                from %2$s s where %3$s and s.at >= $1 and s.at < $2 order by s.at limit 1
            ) as f
            left join lateral (select s.at from %2$s s where %3$s and s.at < $1 order by s.at desc limit 1) as p on true
        $statement$, keys_statement(kind, only_host), kind || '_sample',
            of_host('s', only_host, 'k') || case kind when 'host' then '' else ' and s.' || kind || '_id = k.id' end)
            into work using low, high, kept_from(kind || '_sample');
        perform roll_up_minutes_of(kind, work.hosts, work.ids, work.froms,
            array_fill(high, array[coalesce(cardinality(work.froms), 0)]), high, only_host);
    end loop;
end
$$;

revoke execute on function roll_up_minutes_between(timestamptz, timestamptz, bigint) from public;

-- Rolls up the next minutes: at most as many as `most` holds. Says whether anything is left to roll up now; null while another
-- does, or while a transaction lives that may not know yet that its samples are late.
create function roll_up_minutes(most interval) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    due record;
begin
    select * into strict due from minutes_due(most);
    if due.low is null then
        return null;
    end if;
    perform roll_up_minutes_between(due.low, due.high, null);
    update watermark set minutes_to = due.high, moved_at = now();
    return due.high < due.closed;
end
$$;

-- The hour that is to be rolled up next; null while another rolls up, or where not all its minutes are there.
create function hour_due(out hour timestamptz, out another boolean)
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    mark watermark;
    low  timestamptz;
    done timestamptz;
begin
    if not take_turn('rollup') then
        return;
    end if;
    another := false;
    select * into strict mark from watermark;
    low := mark.hours_to;
    if low = '-infinity' then
        select min(kept_from(kept)) into low from unnest(array['run_minute', 'slice_minute', 'host_minute']) as kept;
    end if;
    done := date_bin('1 hour', mark.minutes_to, 'epoch');
    if done > '-infinity' and low < done then
        hour := low;
        another := low + interval '1 hour' < done;
    end if;
end
$$;

create function roll_up_hour_between(low timestamptz, only_host bigint) returns void
    language plpgsql
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    kind  text;
    hosts bigint[];
    ids   bigint[];
begin
    foreach kind in array array['run', 'slice', 'host'] loop
        execute format($statement$
            select array_agg(k.host_id), array_agg(k.id)
            from (%1$s) as k
            where exists (select from %2$s s where %3$s and s.at >= $1 and s.at < $2)
        $statement$, keys_statement(kind, only_host), kind || '_minute',
            of_host('s', only_host, 'k') || case kind when 'host' then '' else ' and s.' || kind || '_id = k.id' end)
            into hosts, ids using low, low + interval '1 hour';
        perform roll_up_hours_of(kind, hosts, ids, array_fill(low, array[coalesce(cardinality(hosts), 0)]), only_host);
    end loop;
end
$$;

revoke execute on function roll_up_hour_between(timestamptz, bigint) from public;

-- Rolls up the next hour whose minutes are all there. Says whether another is left; null while another does.
create function roll_up_hour() returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    due record;
begin
    select * into strict due from hour_due();
    if due.hour is not null then
        perform roll_up_hour_between(due.hour, null);
        update watermark set hours_to = due.hour + interval '1 hour', moved_at = now();
    end if;
    return due.another;
end
$$;

-- Rolls up again what some marks say: from the row before the late ones to the row after them, as far as the samples are kept.
create function roll_up_marked(late late_bucket[], minutes_to timestamptz, only_host bigint) returns void
    language plpgsql
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    work record;
begin
    for work in
        select l.kind, array_agg(l.host_id) as hosts, array_agg(l.id) as ids, array_agg(l.first_at) as firsts,
            array_agg(l.last_at) as lasts
        from (
            select kind, host_id, id, min(first_at) as first_at, max(last_at) as last_at
            from unnest(late)
            group by kind, host_id, id
        ) as l
        group by l.kind
    loop
        declare
            kept    constant timestamptz := kept_from(work.kind || '_sample');
            belongs constant text := of_host('s', only_host, 'k') || case work.kind when 'host' then ''
                else ' and s.' || work.kind || '_id = k.id' end;
            ranges  record;
        begin
            execute format($statement$
                select array_agg(host_id) as hosts, array_agg(id) as ids, array_agg(from_at) as froms, array_agg(to_at) as tos
                from (
                    select k.host_id, k.id,
                        date_bin('1 minute', case when p.at is null then greatest(f.since, $5)
                            else greatest(p.at, $5 + interval '1 minute') end, 'epoch') as from_at,
                        date_bin('1 minute', case when n.at < $6 then n.at else k.last_at end, 'epoch') + interval '1 minute' as to_at
                    from unnest($1, $2, $3, $4) as k (host_id, id, first_at, last_at)
                    cross join lateral (
                        select least(%3$s, s.at - coalesce(s.covered_usec, 0) * interval '1 microsecond', s.at) as since
                        from %1$s s where %2$s and s.at >= greatest(k.first_at, $5) order by s.at limit 1
                    ) as f
                    left join lateral (select s.at from %1$s s where %2$s and s.at < k.first_at order by s.at desc limit 1) as p on true
                    left join lateral (select s.at from %1$s s where %2$s and s.at > k.last_at order by s.at limit 1) as n on true
                ) as r
                where from_at < to_at
            $statement$, work.kind || '_sample', belongs,
                case work.kind when 'run' then '(select r.started_at from run r where ' || of_host('r', only_host, 'k')
                        || ' and r.run_id = k.id and r.start_seen)'
                    else 'null::timestamptz' end)
                into ranges using work.hosts, work.ids, work.firsts, work.lasts, kept, minutes_to;
            perform roll_up_minutes_of(work.kind, ranges.hosts, ranges.ids, ranges.froms, ranges.tos, minutes_to, only_host);
        end;
    end loop;
end
$$;

revoke execute on function roll_up_marked(late_bucket[], timestamptz, bigint) from public;

-- Rolls up again what came in late: of about as many marks as `most` says. Says whether marks are left; null while another does.
create function roll_up_late(most integer) returns boolean
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    mark  watermark;
    taken integer;
    late  late_bucket[];
begin
    if not take_turn('rollup') then
        return null;
    end if;
    select * into strict mark from watermark;
    with gone as (
        delete from late_bucket
        where ctid = any (array(select l.ctid from late_bucket l where l.last_at < mark.minutes_to
            order by l.host_id, l.kind, l.id limit most))
        returning late_bucket.*
    )
    select array_agg(gone::late_bucket), count(*) into late, taken from gone;
    perform roll_up_marked(late, mark.minutes_to, null);
    return taken = most;
end
$$;

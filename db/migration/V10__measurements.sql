-- Measurements: load on an HTTP endpoint, and what chosen runners use meanwhile. They belong to no host and are written by
-- the API alone, so they are the exception to keys that begin with host_id: where the schema is distributed, these two
-- tables stay where the API connects to. What the runners use is not stored again: it is in the samples.

create table measurement (
    measurement_id   uuid primary key,
    state            text not null,                    -- scheduled | running | stopped | failed | interrupted
    reason           text,                             -- why it ended; null while it runs
    owner            uuid not null,                    -- the process that drives the load
    target_url       text not null,
    target_address   text not null,                    -- the one address that is connected to, checked
    message_length   integer not null,
    concurrency      integer not null,
    rate             double precision,                 -- requests a second at most; null = back to back
    duration_usec    bigint not null,
    interval_usec    bigint not null,                  -- between two usage points
    choice           text not null,                    -- which runners: a document
    members          text not null,                    -- the runners found so far: a document
    created_at       timestamptz not null,
    started_at       timestamptz,
    ended_at         timestamptz,
    stop_asked_at    timestamptz,
    heartbeat_at     timestamptz not null,             -- by the database's clock
    requests         bigint not null default 0,        -- stored in measurement_latency
    unsent           bigint not null default 0,        -- due by the rate, and not sent before the end
    outcomes         text not null default '{}',       -- how many of each: a document
    latencies        bytea,                            -- HdrHistogram of latency in µs, compressed
    service_times    bytea,                            -- the same from the moment of sending
    usage            text                              -- what the runners used, once it is final: a document
);

create index measurement_created on measurement (created_at desc, measurement_id);
create index measurement_open on measurement (measurement_id) where state in ('scheduled', 'running') or usage is null;

create table measurement_latency (
    measurement_id   uuid not null,
    id               bigint not null,                  -- from 0, in the order of sending
    at               timestamptz not null,             -- when it was sent
    latency_nanos    bigint not null,                  -- to the response's headers, from when it was to be sent
    service_nanos    bigint not null,                  -- the same from when it was sent
    message_length   integer not null,
    status           smallint,                         -- of the response; null where there was none
    outcome          text not null,
    primary key (measurement_id, id, at)
) partition by range (at);

-- What the API calls before it stores requests. Days outside today .. tomorrow are refused: requests are sent now.
create function ensure_measurement_partition(day date) returns void
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    today constant date := (now() at time zone 'utc')::date;
begin
    if day < today - 1 or day > today + 1 then
        raise exception 'no partition for %: requests are sent between % and %', day, today - 1, today + 1
            using errcode = 'check_violation', constraint = 'partition_day';
    end if;
    perform make_partition('measurement_latency', day);
end
$$;

-- Drops the oldest partition of requests that is past the retention of samples and tells which, or null. As with samples,
-- a drop that has to wait is given up (SQLSTATE 55P03) and tried again later.
create function drop_expired_measurement_partition() returns text
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
    set lock_timeout = '400ms'
as $$
declare
    today   constant date := (now() at time zone 'utc')::date;
    expired text;
begin
    if not take_turn('retention.measurement_latency') then
        return null;
    end if;
    select p.child into expired
    from partitions_of('measurement_latency') p
    where p.day < today - (select r.days from retention r where r.resolution = 'raw')
    order by p.day
    limit 1;
    if expired is not null then
        execute format('drop table public.%I', expired);
    end if;
    return expired;
end
$$;

-- Deletes measurements older than the longest retention; what came of them is kept as long as the coarsest rollups. Says how
-- many went; null while another does.
create function forget_measurements(most integer) returns integer
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    gone integer;
begin
    if not take_turn('catalogue') then
        return null;
    end if;
    delete from measurement m
    where m.measurement_id in (
        select o.measurement_id from measurement o
        where o.created_at < now() - (select max(r.days) from retention r) * interval '24 hours'
            and o.state not in ('scheduled', 'running')
        limit most);
    get diagnostics gone = row_count;
    return gone;
end
$$;

revoke execute on function ensure_measurement_partition(date) from public;
revoke execute on function drop_expired_measurement_partition() from public;
revoke execute on function forget_measurements(integer) from public;

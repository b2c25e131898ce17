-- The samples: the counters of a run, a slice or a host at one moment. Partitioned by UTC day.
-- covered_usec: the monotonic time since the last read (or the seen start), at most 1.5 intervals; null at first sight.
-- A value that could not be read is null, never 0. Counters count from the start of the run or the slice.

create table run_sample (
    host_id         bigint not null,
    run_id          bigint not null,
    at              timestamptz not null,
    covered_usec    bigint,
    closing         boolean not null default false,     -- the run's last row: counters final, gauges null
    cpu_millicores  double precision,
    cpu_usage_usec             bigint,
    cpu_user_usec              bigint,
    cpu_system_usec            bigint,
    cpu_periods                bigint,
    cpu_throttled_periods      bigint,
    cpu_throttled_usec         bigint,
    memory_bytes               bigint,
    memory_current_bytes       bigint,
    memory_anon_bytes          bigint,
    memory_file_bytes          bigint,
    memory_kernel_bytes        bigint,
    memory_shmem_bytes         bigint,
    memory_swap_bytes          bigint,
    memory_peak_bytes          bigint,
    oom_kills                  bigint,
    network_received_bytes     bigint,
    network_sent_bytes         bigint,
    network_received_packets   bigint,
    network_sent_packets       bigint,
    network_errors             bigint,
    network_drops              bigint,
    network_all_bytes          bigint,
    io_read_bytes              bigint,
    io_write_bytes             bigint,
    io_reads                   bigint,
    io_writes                  bigint,
    pids                       bigint,
    cpu_pressure_some_usec     bigint,
    cpu_pressure_full_usec     bigint,
    memory_pressure_some_usec  bigint,
    memory_pressure_full_usec  bigint,
    io_pressure_some_usec      bigint,
    io_pressure_full_usec      bigint,
    primary key (host_id, run_id, at)
) partition by range (at);

create table slice_sample (
    host_id         bigint not null,
    slice_id        bigint not null,
    at              timestamptz not null,
    covered_usec    bigint,
    cpu_millicores  double precision,
    cpu_usage_usec             bigint,
    cpu_user_usec              bigint,
    cpu_system_usec            bigint,
    cpu_periods                bigint,
    cpu_throttled_periods      bigint,
    cpu_throttled_usec         bigint,
    memory_bytes               bigint,
    memory_current_bytes       bigint,
    memory_anon_bytes          bigint,
    memory_file_bytes          bigint,
    memory_kernel_bytes        bigint,
    memory_shmem_bytes         bigint,
    memory_swap_bytes          bigint,
    memory_peak_bytes          bigint,
    oom_kills                  bigint,
    network_received_bytes     bigint,
    network_sent_bytes         bigint,
    network_received_packets   bigint,
    network_sent_packets       bigint,
    network_errors             bigint,
    network_drops              bigint,
    network_all_bytes          bigint,
    io_read_bytes              bigint,
    io_write_bytes             bigint,
    io_reads                   bigint,
    io_writes                  bigint,
    pids                       bigint,
    cpu_pressure_some_usec     bigint,
    cpu_pressure_full_usec     bigint,
    memory_pressure_some_usec  bigint,
    memory_pressure_full_usec  bigint,
    io_pressure_some_usec      bigint,
    io_pressure_full_usec      bigint,
    primary key (host_id, slice_id, at)
) partition by range (at);

create table host_sample (
    host_id                   bigint not null,
    at                        timestamptz not null,
    covered_usec              bigint,
    cpu_millicores            double precision,         -- busy
    cpu_usage_usec            bigint,                   -- busy time of all CPUs since boot, /proc/stat
    memory_bytes              bigint,                   -- MemTotal - MemAvailable
    memory_available_bytes    bigint,
    cpu_pressure_some_usec    bigint,
    cpu_pressure_full_usec    bigint,
    memory_pressure_some_usec bigint,
    memory_pressure_full_usec bigint,
    io_pressure_some_usec     bigint,
    io_pressure_full_usec     bigint,
    primary key (host_id, at)
) partition by range (at);

-- Makes the partitions of one UTC day where they are missing. A partition is made as a plain table and attached, because
-- `partition of` makes every insert queue behind an open select. Days outside retention .. today + 1 are refused.
create function ensure_partition(day date, retention_days integer default 7) returns void
    language plpgsql
    security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    today  constant date := (now() at time zone 'utc')::date;
    parent text;
    child  text;
begin
    if day < today - retention_days or day > today + 1 then
        raise exception 'no partition for %: only days from % to % are kept', day, today - retention_days, today + 1
            using errcode = 'check_violation', constraint = 'partition_day';
    end if;
    foreach parent in array array['run_sample', 'slice_sample', 'host_sample'] loop
        child := parent || '_' || to_char(day, 'YYYYMMDD');
        if to_regclass('public.' || child) is not null then
            continue;
        end if;
        -- one maker at a time, for this transaction only
        perform pg_advisory_xact_lock(hashtextextended('slicemeter.' || child, 0));
        if to_regclass('public.' || child) is not null then
            continue;
        end if;
        execute format('create table public.%I (like public.%I including defaults including constraints)', child, parent);
        -- the check saves the attach from scanning
        execute format(
            'alter table public.%I add constraint %I check (at >= %L::timestamptz and at < %L::timestamptz)',
            child, child || '_day', day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
        execute format(
            'alter table public.%I attach partition public.%I for values from (%L) to (%L)',
            parent, child, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
        execute format('alter table public.%I drop constraint %I', child, child || '_day');
    end loop;
end
$$;

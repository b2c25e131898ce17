-- A small fleet, as agents would have written it in the last six hours and will have in the next half hour, so that it lives
-- while it is looked at. Times are counted from the moment of loading.

create function identity_of(name text) returns bigint
    language sql immutable
as $$ select ('x' || substr(encode(sha256(name::bytea), 'hex'), 1, 16))::bit(64)::bigint $$;

select ensure_partition((now() at time zone 'utc')::date + day) from generate_series(-1, 1) as day;

insert into host (host_id, revision, name, cpus, cpu_megahertz, memory_bytes, source, cgroup_version, docker_version,
    kernel_version, agent_version, interval_usec, capabilities, first_seen_at, last_seen_at)
values
    (identity_of('ci-01'), 1, 'ci-01', 8, 2400, 34359738368, 'cgroup', 2, '28.1.0', '6.12.0', '0.1.0', 2000000,
        '{cgroup,memory.peak,pressure}', now() - interval '30 days', now()),
    (identity_of('ci-02'), 1, 'ci-02', 4, 2400, 17179869184, 'cgroup', 2, '28.1.0', '6.12.0', '0.1.0', 2000000,
        '{cgroup,memory.peak,pressure}', now() - interval '30 days', now() - interval '3 days');

insert into slice (host_id, slice_id, revision, name, summed, capacity_cpu_millicores, capacity_memory_bytes, capacity_pids)
select identity_of(host), identity_of('ci-runners.slice'), 1, 'ci-runners.slice', false, 6000, 17179869184, 9223372036854775807
from unnest(array['ci-01', 'ci-02']) as host;

-- build-1 runs for six hours, with a gap of five minutes. deploy-1 had three runs: one went well, one failed, and the OOM
-- killer ended one. Image and label of build-2 are what no image and no label should be.
insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, image, labels, network_mode,
    limit_cpu_millicores, limit_memory_bytes, limit_pids, started_at, start_seen, state, ended_at, exit_code, oom_killed)
select identity_of('ci-01'), id, 1, runner, identity_of('ci-runners.slice'), 'ci-runners.slice', lpad(id::text, 64, 'c'), runner,
    image, labels::jsonb, 'bridge', 2000, 1073741824, 9223372036854775807, now() - since, true, state, now() - until, code, oom
from (values
    (1, 'build-1', 'registry.example.org/ci/build:24.04', '{"team": "core"}', interval '6 hours', 'running', null::interval, null::int, null::boolean),
    (2, 'build-2', '<img src=x onerror="window.struck=1">', '{"<b>team</b>": "<script>window.struck=1</script>"}',
        interval '20 minutes', 'running', null, null, null),
    (3, 'deploy-1', 'busybox:local', '{}', interval '50 minutes', 'ended', interval '40 minutes', 0, false),
    (4, 'deploy-1', 'busybox:local', '{}', interval '30 minutes', 'ended', interval '25 minutes', 2, false),
    (5, 'deploy-1', 'busybox:local', '{}', interval '15 minutes', 'ended', interval '5 minutes', 137, true))
    as given (id, runner, image, labels, since, state, until, code, oom);

-- and many that are over
insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, image, started_at, start_seen,
    state, ended_at, exit_code, oom_killed)
select identity_of('ci-02'), 100 + number, 1, 'job-' || to_char(number, 'FM000'), identity_of('ci-runners.slice'), 'ci-runners.slice',
    lpad(number::text, 64, 'd'), 'job-' || number, 'busybox:local', now() - interval '4 days', true, 'ended', now() - interval '3 days', 0, false
from generate_series(1, 60) as number;

create function fill_run(run bigint, since interval, until interval, millicores double precision, memory bigint) returns void
    language sql
as $$
    with ticks as (
        select at, row_number() over (order by at) - 1 as tick,
            millicores * (1 + 0.4 * sin(extract(epoch from at) / 300) + 0.15 * sin(extract(epoch from at) / 17)) as use
        from generate_series(now() - since, now() - until, interval '2 seconds') as at)
    insert into run_sample (host_id, run_id, at, covered_usec, cpu_millicores, cpu_usage_usec, cpu_user_usec, cpu_system_usec, cpu_periods,
        cpu_throttled_periods, cpu_throttled_usec, memory_bytes, memory_current_bytes, memory_peak_bytes, oom_kills,
        network_received_bytes, network_sent_bytes, io_read_bytes, io_write_bytes, pids, cpu_pressure_some_usec,
        memory_pressure_some_usec, io_pressure_some_usec)
    select identity_of('ci-01'), run, at, 2000000, use, (sum(use) over (order by at) * 2000)::bigint, (tick * 1200000), (tick * 300000),
        tick * 20, tick * 2, tick * 90000, memory + (memory * 0.2 * sin(extract(epoch from at) / 900))::bigint, (memory * 1.4)::bigint,
        (memory * 1.3)::bigint, 0, tick * 2400000, tick * 310000, tick * 80000, tick * 900000, 24 + tick % 5, tick * 120000, tick * 2000,
        tick * 30000
    from ticks
    where at not between now() - interval '35 minutes' and now() - interval '30 minutes'
$$;

select fill_run(1, interval '6 hours', interval '-30 minutes', 1300, 420000000), fill_run(2, interval '20 minutes', interval '-30 minutes', 450, 160000000),
    fill_run(3, interval '50 minutes', interval '40 minutes', 800, 90000000), fill_run(4, interval '29 minutes', interval '25 minutes', 600, 90000000),
    fill_run(5, interval '15 minutes', interval '5 minutes', 1800, 800000000);

update run set closing = jsonb_build_object('exact', true, 'inexact', '[]'::jsonb, 'reason', null, 'at', to_char(ended_at at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'durationUsec', (extract(epoch from ended_at - started_at) * 1000000)::bigint,
    'cpuUsageUsec', 412345678, 'cpuMeanMillicores', 1431.552, 'memoryPeakBytes', 1073741824, 'memoryPeakFrom', 'kernel',
    'oomKills', case when oom_killed then 2 else 0 end,
    'oomKillMoments', case when oom_killed then jsonb_build_array(
        jsonb_build_object('at', to_char((ended_at - interval '4 minutes') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'kills', 1),
        jsonb_build_object('at', to_char(ended_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'kills', 1)) else '[]'::jsonb end,
    'networkReceivedBytes', 52428800, 'networkSentBytes', 102400, 'ioReadBytes', 0, 'ioWriteBytes', 8388608, 'samples', 145,
    'samplesExpected', 145, 'coverage', 0.999)
where run_id between 3 and 5;

-- the slice uses what its runs use and a little more, and the host more again
insert into slice_sample (host_id, slice_id, at, covered_usec, cpu_millicores, cpu_usage_usec, memory_bytes, memory_current_bytes, oom_kills,
    network_received_bytes, network_sent_bytes, io_read_bytes, io_write_bytes, pids, cpu_pressure_some_usec, memory_pressure_some_usec,
    io_pressure_some_usec)
select identity_of('ci-01'), identity_of('ci-runners.slice'), at, 2000000, use, (sum(use) over (order by at) * 2000)::bigint,
    memory, memory, case when at >= now() - interval '5 minutes' then 2 when at >= now() - interval '9 minutes' then 1 else 0 end,
    tick * 4000000, tick * 700000, tick * 100000, tick * 1800000, pids, tick * 150000, tick * 4000, tick * 50000
from (
    select at, row_number() over (order by at) - 1 as tick, 60 + sum(coalesce(cpu_millicores, 0)) as use,
        50000000 + sum(coalesce(memory_bytes, 0))::bigint as memory, sum(coalesce(pids, 0)) as pids
    from generate_series(now() - interval '6 hours', now() + interval '30 minutes', interval '2 seconds') as at left join run_sample using (at)
    group by at) as ticks;

insert into host_sample (host_id, at, covered_usec, cpu_millicores, cpu_usage_usec, memory_bytes, memory_available_bytes)
select host_id, at, covered_usec, cpu_millicores + 400, cpu_usage_usec + 1000, memory_bytes + 4000000000, 34359738368 - memory_bytes
from slice_sample where at > now() - interval '1 hour';

-- The catalogue: what was metered. Rows are written by agents, keyed by IDs that they make themselves, so that no answer
-- from the database is needed. `revision` only counts up; the row with the highest one stands.
-- Every key begins with host_id: the schema can be distributed by it.

create table host (
    host_id             bigint primary key,           -- first 8 bytes of SHA-256 of the name
    revision            bigint not null,
    name                text not null,
    cpus                integer not null,
    cpu_megahertz       integer,
    memory_bytes        bigint not null,               -- MemTotal
    source              text not null,                 -- cgroup | docker
    cgroup_version      integer not null,
    docker_version      text,                          -- null: no Engine
    kernel_version      text,
    agent_version       text not null,
    interval_usec       bigint not null,               -- between two ticks
    capabilities        text[] not null default '{}',
    first_seen_at       timestamptz not null default now(),
    last_seen_at        timestamptz not null,          -- by the database's clock
    clock_offset_usec   bigint not null default 0      -- the agent's clock minus the database's
);

create table slice (
    host_id                      bigint not null,
    slice_id                     bigint not null,      -- first 8 bytes of SHA-256 of the name
    revision                     bigint not null,
    name                         text not null,
    summed                       boolean not null,     -- figures are the sum of its runs, not the kernel's own
    capacity_cpu_millicores      bigint,               -- tightest limit of it and its ancestors; 2^63-1 = no limit, null = not known
    capacity_memory_bytes        bigint,
    capacity_pids                bigint,
    primary key (host_id, slice_id)
);

create table run (
    host_id              bigint not null,
    run_id               bigint not null,
    revision             bigint not null,
    runner               text not null,
    former_names         text[] not null default '{}',
    slice_id             bigint not null,
    slice                text not null,
    container_id         text not null,
    container_name       text not null,
    image                text,
    labels               jsonb not null default '{}',
    network_mode         text,
    addresses            text[] not null default '{}',
    limit_cpu_millicores bigint,                       -- 2^63-1 = no limit, null = not known
    limit_memory_bytes   bigint,
    limit_pids           bigint,
    started_at           timestamptz not null,
    start_seen           boolean not null,             -- counters began at 0
    state                text not null,                -- running | paused | ended | failed
    ended_at             timestamptz,                  -- once set never cleared
    exit_code            integer,
    oom_killed           boolean,
    primary key (host_id, run_id)
);

create index run_runner on run (runner, host_id, started_at desc);
create index run_slice on run (slice_id, host_id, started_at desc);
create index run_open on run (host_id, run_id) where ended_at is null;
create index run_former_names on run using gin (former_names);

-- What a run used in all, read between its last process's exit and the removal of its cgroup; null while it is open.
-- A document with the fields of the REST answer, so that it can grow without a migration.
alter table run add column closing jsonb;

-- The Engine never named the run's container: it goes by the container's ID.
alter table run add column unclaimed boolean not null default false;

-- What Slicemeter 0.1.0-SNAPSHOT sends, recorded on 2026-12-01 by PreviousVersionIT. Not to be edited.
--@ agent
select set_config('statement_timeout', '30000', true), set_config('lock_timeout', '5000', true),
	set_config('idle_in_transaction_session_timeout', '30000', true),
	case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', true) end,
	clock_timestamp() as now
--> set_config text
--> set_config text
--> set_config text
--> case text
--> now timestamptz
--@ agent
select ensure_partition(('2026-12-01'::date))
--> ensure_partition void
--@ agent
insert into host (host_id, revision, name, cpus, cpu_megahertz, memory_bytes, source, cgroup_version,
	docker_version, kernel_version, agent_version, interval_usec, capabilities, last_seen_at, clock_offset_usec)
select ('2868745656503965826'::int8), ('1796125335942435'::int8), ('ci-01'), ('4'::int4), ('2498'::int4), ('17179869184'::int8), ('cgroup'), ('2'::int4), (NULL), ('6.12.48'), ('0.1.0-SNAPSHOT'), ('100000'::int8), cast(('{"cgroup"}') as text[]), clock_timestamp(),
	round(extract(epoch from (cast(('2026-12-01 11:42:16.435481+00'::timestamp with time zone) as timestamptz) - clock_timestamp())) * 1000000)
on conflict (host_id) do update set revision = excluded.revision, name = excluded.name, cpus = excluded.cpus,
	cpu_megahertz = excluded.cpu_megahertz, memory_bytes = excluded.memory_bytes, source = excluded.source,
	cgroup_version = excluded.cgroup_version, docker_version = excluded.docker_version,
	kernel_version = excluded.kernel_version, agent_version = excluded.agent_version,
	interval_usec = excluded.interval_usec, capabilities = excluded.capabilities,
	last_seen_at = greatest(host.last_seen_at, excluded.last_seen_at),
	clock_offset_usec = excluded.clock_offset_usec
where excluded.revision > host.revision
--@ agent
insert into host_sample (host_id, memory_available_bytes, at, covered_usec, cpu_millicores, cpu_usage_usec, memory_bytes, cpu_pressure_some_usec, cpu_pressure_full_usec, memory_pressure_some_usec, memory_pressure_full_usec, io_pressure_some_usec, io_pressure_full_usec) select u.host_id, u.memory_available_bytes, timestamptz 'epoch' + u.at * interval '1 microsecond', u.covered_usec, u.cpu_millicores, u.cpu_usage_usec, u.memory_bytes, u.cpu_pressure_some_usec, u.cpu_pressure_full_usec, u.memory_pressure_some_usec, u.memory_pressure_full_usec, u.io_pressure_some_usec, u.io_pressure_full_usec from unnest(cast(('{"2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826"}') as int8[]), cast(('{"12884901888","12884901888","12884901888","12884901888","12884901888"}') as int8[]), cast(('{"1796125337475000","1796125337575900","1796125337682891","1796125337774308","1796125337878172"}') as int8[]), cast(('{NULL,"101010","107005","91425","103861"}') as int8[]), cast(('{NULL,"0.0","0.0","0.0","0.0"}') as float8[]), cast(('{"173500000","173500000","173500000","173500000","173500000"}') as int8[]), cast(('{"4294967296","4294967296","4294967296","4294967296","4294967296"}') as int8[]), cast(('{"28924457","28924457","28924457","28924457","28924457"}') as int8[]), cast(('{"0","0","0","0","0"}') as int8[]), cast(('{"1200","1200","1200","1200","1200"}') as int8[]), cast(('{"900","900","900","900","900"}') as int8[]), cast(('{"3745472","3745472","3745472","3745472","3745472"}') as int8[]), cast(('{"3416052","3416052","3416052","3416052","3416052"}') as int8[])) as u(host_id, memory_available_bytes, at, covered_usec, cpu_millicores, cpu_usage_usec, memory_bytes, cpu_pressure_some_usec, cpu_pressure_full_usec, memory_pressure_some_usec, memory_pressure_full_usec, io_pressure_some_usec, io_pressure_full_usec) on conflict do nothing
--# 5
--@ agent
insert into late_bucket (host_id, kind, id, first_at, last_at)
select u.host_id, u.kind, u.id, timestamptz 'epoch' + u.first * interval '1 microsecond',
	least(timestamptz 'epoch' + u.last * interval '1 microsecond', w.closed_to)
from unnest(cast(('{"2868745656503965826"}') as int8[]), cast(('{"host"}') as text[]), cast(('{"0"}') as int8[]), cast(('{"1796125337475000"}') as int8[]), cast(('{"1796125337878172"}') as int8[]))
	as u (host_id, kind, id, first, last), watermark w
where timestamptz 'epoch' + u.first * interval '1 microsecond' < w.closed_to
--# 0
--@ agent
insert into slice (host_id, slice_id, revision, name, summed, capacity_cpu_millicores, capacity_memory_bytes,
	capacity_pids)
values (('2868745656503965826'::int8), ('-1330312765847485442'::int8), ('1796125347670545'::int8), ('ci-runners.slice'), ('FALSE'::boolean), ('9223372036854775807'::int8), ('9223372036854775807'::int8), ('3487'::int8))
on conflict (host_id, slice_id) do update set revision = excluded.revision, name = excluded.name,
	summed = excluded.summed, capacity_cpu_millicores = excluded.capacity_cpu_millicores,
	capacity_memory_bytes = excluded.capacity_memory_bytes, capacity_pids = excluded.capacity_pids
where excluded.revision > slice.revision
--@ agent
insert into run (host_id, run_id, revision, runner, former_names, slice_id, slice, container_id, container_name,
	image, labels, network_mode, addresses, limit_cpu_millicores, limit_memory_bytes, limit_pids, started_at,
	start_seen, state, ended_at, exit_code, oom_killed, closing, unclaimed)
values (('2868745656503965826'::int8), ('-1340412983718228321'::int8), ('1796125347856211'::int8), ('build-1'), cast(('{}') as text[]), ('-1330312765847485442'::int8), ('ci-runners.slice'), ('0000000000050000000000000000000000000000000000000000000000000000'), ('build-1'), ('busybox:1'), cast(('{"team":"ci"}') as jsonb), ('bridge'), cast(('{"172.17.0.2"}') as text[]), ('9223372036854775807'::int8), ('9223372036854775807'::int8), ('3487'::int8), ('2026-12-01 11:42:27.637581+00'::timestamp with time zone), ('TRUE'::boolean), ('running'), (NULL),
	(NULL), (NULL), cast((NULL) as jsonb), ('FALSE'::boolean))
on conflict (host_id, run_id) do update set revision = excluded.revision, runner = excluded.runner,
	former_names = array(
		select name from unnest(run.former_names || excluded.former_names) with ordinality as former(name, place)
		where name <> excluded.runner group by name order by min(place)),
	slice_id = excluded.slice_id, slice = excluded.slice, container_id = excluded.container_id,
	container_name = excluded.container_name, image = excluded.image, labels = excluded.labels,
	network_mode = excluded.network_mode, addresses = excluded.addresses,
	limit_cpu_millicores = excluded.limit_cpu_millicores, limit_memory_bytes = excluded.limit_memory_bytes,
	limit_pids = excluded.limit_pids, started_at = excluded.started_at, start_seen = run.start_seen or excluded.start_seen,
	state = case when run.ended_at is not null and excluded.ended_at is null then run.state
		else excluded.state end,
	ended_at = coalesce(excluded.ended_at, run.ended_at),
	exit_code = coalesce(excluded.exit_code, run.exit_code),
	oom_killed = coalesce(excluded.oom_killed, run.oom_killed),
	closing = coalesce(excluded.closing, run.closing), unclaimed = excluded.unclaimed
where excluded.revision > run.revision
--@ agent
insert into run_sample (host_id, run_id, closing, at, covered_usec, cpu_millicores, cpu_usage_usec, cpu_user_usec, cpu_system_usec, cpu_periods, cpu_throttled_periods, cpu_throttled_usec, memory_bytes, memory_current_bytes, memory_anon_bytes, memory_file_bytes, memory_kernel_bytes, memory_shmem_bytes, memory_swap_bytes, memory_peak_bytes, oom_kills, network_received_bytes, network_sent_bytes, network_received_packets, network_sent_packets, network_errors, network_drops, network_all_bytes, io_read_bytes, io_write_bytes, io_reads, io_writes, pids, cpu_pressure_some_usec, cpu_pressure_full_usec, memory_pressure_some_usec, memory_pressure_full_usec, io_pressure_some_usec, io_pressure_full_usec) select u.host_id, u.run_id, u.closing, timestamptz 'epoch' + u.at * interval '1 microsecond', u.covered_usec, u.cpu_millicores, u.cpu_usage_usec, u.cpu_user_usec, u.cpu_system_usec, u.cpu_periods, u.cpu_throttled_periods, u.cpu_throttled_usec, u.memory_bytes, u.memory_current_bytes, u.memory_anon_bytes, u.memory_file_bytes, u.memory_kernel_bytes, u.memory_shmem_bytes, u.memory_swap_bytes, u.memory_peak_bytes, u.oom_kills, u.network_received_bytes, u.network_sent_bytes, u.network_received_packets, u.network_sent_packets, u.network_errors, u.network_drops, u.network_all_bytes, u.io_read_bytes, u.io_write_bytes, u.io_reads, u.io_writes, u.pids, u.cpu_pressure_some_usec, u.cpu_pressure_full_usec, u.memory_pressure_some_usec, u.memory_pressure_full_usec, u.io_pressure_some_usec, u.io_pressure_full_usec from unnest(cast(('{"2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826"}') as int8[]), cast(('{"-1340412983718228321","-2484815940593454168","-1340412983718228321","-2484815940593454168","-1340412983718228321","-2484815940593454168","-1340412983718228321","-2484815940593454168","-1340412983718228321","-2484815940593454168","-1340412983718228321"}') as int8[]), cast(('{0,0,0,0,0,0,0,0,0,0,0}') as bool[]), cast(('{"1796125347669844","1796125347757808","1796125347757893","1796125347845753","1796125347845830","1796125347949960","1796125347950076","1796125348041927","1796125348042008","1796125348143696","1796125348143786"}') as int8[]), cast(('{"48677","43322","88109","87966","87936","104004","104204","92154","91968","101765","101776"}') as int8[]), cast(('{"21997.773573565628","24716.59673670327","0.0","0.0","0.0","0.0","0.0","0.0","0.0","0.0","0.0"}') as float8[]), cast(('{"1070788","1070788","1070788","1070788","1070788","1070788","1070788","1070788","1070788","1070788","1070788"}') as int8[]), cast(('{"331045","331045","331045","331045","331045","331045","331045","331045","331045","331045","331045"}') as int8[]), cast(('{"739743","739743","739743","739743","739743","739743","739743","739743","739743","739743","739743"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"344064","344064","344064","344064","344064","344064","344064","344064","344064","344064","344064"}') as int8[]), cast(('{"344064","344064","344064","344064","344064","344064","344064","344064","344064","344064","344064"}') as int8[]), cast(('{"53248","53248","53248","53248","53248","53248","53248","53248","53248","53248","53248"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"290816","290816","290816","290816","290816","290816","290816","290816","290816","290816","290816"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"13414400","13414400","13414400","13414400","13414400","13414400","13414400","13414400","13414400","13414400","13414400"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"1000","1000","1000","1000","1000","1000"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"2000","2000","2000","2000","2000","2000"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"1","1","1","1","1","1"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"2","2","2","2","2","2"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"0","0","0","0","0","0"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"0","0","0","0","0","0"}') as int8[]), cast(('{NULL,NULL,NULL,NULL,NULL,"3000","3000","3000","3000","3000","3000"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"1","1","1","1","1","1","1","1","1","1","1"}') as int8[]), cast(('{"161764","161764","161764","161764","161764","161764","161764","161764","161764","161764","161764"}') as int8[]), cast(('{"125300","125300","125300","125300","125300","125300","125300","125300","125300","125300","125300"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0","0","0","0","0"}') as int8[])) as u(host_id, run_id, closing, at, covered_usec, cpu_millicores, cpu_usage_usec, cpu_user_usec, cpu_system_usec, cpu_periods, cpu_throttled_periods, cpu_throttled_usec, memory_bytes, memory_current_bytes, memory_anon_bytes, memory_file_bytes, memory_kernel_bytes, memory_shmem_bytes, memory_swap_bytes, memory_peak_bytes, oom_kills, network_received_bytes, network_sent_bytes, network_received_packets, network_sent_packets, network_errors, network_drops, network_all_bytes, io_read_bytes, io_write_bytes, io_reads, io_writes, pids, cpu_pressure_some_usec, cpu_pressure_full_usec, memory_pressure_some_usec, memory_pressure_full_usec, io_pressure_some_usec, io_pressure_full_usec) on conflict do nothing
--# 11
--@ agent
insert into slice_sample (host_id, slice_id, at, covered_usec, cpu_millicores, cpu_usage_usec, cpu_user_usec, cpu_system_usec, cpu_periods, cpu_throttled_periods, cpu_throttled_usec, memory_bytes, memory_current_bytes, memory_anon_bytes, memory_file_bytes, memory_kernel_bytes, memory_shmem_bytes, memory_swap_bytes, memory_peak_bytes, oom_kills, network_received_bytes, network_sent_bytes, network_received_packets, network_sent_packets, network_errors, network_drops, network_all_bytes, io_read_bytes, io_write_bytes, io_reads, io_writes, pids, cpu_pressure_some_usec, cpu_pressure_full_usec, memory_pressure_some_usec, memory_pressure_full_usec, io_pressure_some_usec, io_pressure_full_usec) select u.host_id, u.slice_id, timestamptz 'epoch' + u.at * interval '1 microsecond', u.covered_usec, u.cpu_millicores, u.cpu_usage_usec, u.cpu_user_usec, u.cpu_system_usec, u.cpu_periods, u.cpu_throttled_periods, u.cpu_throttled_usec, u.memory_bytes, u.memory_current_bytes, u.memory_anon_bytes, u.memory_file_bytes, u.memory_kernel_bytes, u.memory_shmem_bytes, u.memory_swap_bytes, u.memory_peak_bytes, u.oom_kills, u.network_received_bytes, u.network_sent_bytes, u.network_received_packets, u.network_sent_packets, u.network_errors, u.network_drops, u.network_all_bytes, u.io_read_bytes, u.io_write_bytes, u.io_reads, u.io_writes, u.pids, u.cpu_pressure_some_usec, u.cpu_pressure_full_usec, u.memory_pressure_some_usec, u.memory_pressure_full_usec, u.io_pressure_some_usec, u.io_pressure_full_usec from unnest(cast(('{"2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826","2868745656503965826"}') as int8[]), cast(('{"-1330312765847485442","-1330312765847485442","-1330312765847485442","-1330312765847485442","-1330312765847485442","-1330312765847485442","-1330312765847485442"}') as int8[]), cast(('{"1796125347670738","1796125347758009","1796125347845900","1796125347845901","1796125347950249","1796125348042071","1796125348143851"}') as int8[]), cast(('{NULL,"87289","87926",NULL,"104249","91928","101779"}') as int8[]), cast(('{NULL,"0.0","0.0",NULL,"0.0","0.0","0.0"}') as float8[]), cast(('{"1070788","1070788","1070788","1070788","1070788","1070788","1070788"}') as int8[]), cast(('{"331045","331045","331045","331045","331045","331045","331045"}') as int8[]), cast(('{"739743","739743","739743","739743","739743","739743","739743"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"344064","344064","344064",NULL,"344064","344064","344064"}') as int8[]), cast(('{"344064","344064","344064",NULL,"344064","344064","344064"}') as int8[]), cast(('{"53248","53248","53248",NULL,"53248","53248","53248"}') as int8[]), cast(('{"0","0","0",NULL,"0","0","0"}') as int8[]), cast(('{"290816","290816","290816",NULL,"290816","290816","290816"}') as int8[]), cast(('{"0","0","0",NULL,"0","0","0"}') as int8[]), cast(('{"0","0","0",NULL,"0","0","0"}') as int8[]), cast(('{"13414400","13414400","13414400",NULL,"13414400","13414400","13414400"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{NULL,NULL,NULL,"0","2000","2000","2000"}') as int8[]), cast(('{NULL,NULL,NULL,"0","4000","4000","4000"}') as int8[]), cast(('{NULL,NULL,NULL,"0","2","2","2"}') as int8[]), cast(('{NULL,NULL,NULL,"0","4","4","4"}') as int8[]), cast(('{NULL,NULL,NULL,"0","0","0","0"}') as int8[]), cast(('{NULL,NULL,NULL,"0","0","0","0"}') as int8[]), cast(('{NULL,NULL,NULL,"0","6000","6000","6000"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"1","1","1",NULL,"1","1","1"}') as int8[]), cast(('{"161764","161764","161764","161764","161764","161764","161764"}') as int8[]), cast(('{"125300","125300","125300","125300","125300","125300","125300"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[]), cast(('{"0","0","0","0","0","0","0"}') as int8[])) as u(host_id, slice_id, at, covered_usec, cpu_millicores, cpu_usage_usec, cpu_user_usec, cpu_system_usec, cpu_periods, cpu_throttled_periods, cpu_throttled_usec, memory_bytes, memory_current_bytes, memory_anon_bytes, memory_file_bytes, memory_kernel_bytes, memory_shmem_bytes, memory_swap_bytes, memory_peak_bytes, oom_kills, network_received_bytes, network_sent_bytes, network_received_packets, network_sent_packets, network_errors, network_drops, network_all_bytes, io_read_bytes, io_write_bytes, io_reads, io_writes, pids, cpu_pressure_some_usec, cpu_pressure_full_usec, memory_pressure_some_usec, memory_pressure_full_usec, io_pressure_some_usec, io_pressure_full_usec) on conflict do nothing
--# 7
--@ agent
select has_table_privilege('run_sample', 'select')
--> has_table_privilege bool
--@ maintainer
select set_config('statement_timeout', '900000', true), set_config('lock_timeout', '1000', true),
	set_config('jit', 'off', true), set_config('work_mem', '64MB', true)
--> set_config text
--> set_config text
--> set_config text
--> set_config text
--@ maintainer
select keep_for(('7'::int4), ('30'::int4), ('400'::int4)) is null
--> ?column? bool
--@ maintainer
select make_partitions_ahead(('3'::int4))
--> make_partitions_ahead int4
--@ maintainer
select close_minutes(('60000'::int8) * interval '1 millisecond') is null
--> ?column? bool
--@ maintainer
select roll_up_minutes(('600'::int4) * interval '1 second')
--> roll_up_minutes bool
--@ maintainer
select roll_up_hour()
--> roll_up_hour bool
--@ maintainer
select roll_up_late(('1000'::int4))
--> roll_up_late bool
--@ maintainer
select w.closed_usec, w.minutes_usec, w.hours_usec from progress() w
--> closed_usec int8
--> minutes_usec int8
--> hours_usec int8
--@ maintainer
select drop_expired_partition(('run_sample'))
--> drop_expired_partition text
--@ maintainer
select forget_expired(('1000'::int4))
--> forget_expired int4
--@ api
select version()
--> version text
--@ api
select * from information_schema.sequences
--> sequence_catalog name
--> sequence_schema name
--> sequence_name name
--> data_type varchar
--> numeric_precision int4
--> numeric_precision_radix int4
--> numeric_scale int4
--> start_value varchar
--> minimum_value varchar
--> maximum_value varchar
--> increment varchar
--> cycle_option varchar
--@ api
select distinct rr1_0.host_id from run rr1_0 where rr1_0.runner=('build-2')
--> host_id int8
--@ api
select distinct on (r.host_id) r.host_id, r.runner from run r
where r.former_names @> cast(('{"build-2"}') as text[])
order by r.host_id, r.started_at desc, r.run_id
--> host_id int8
--> runner text
--@ api
select rr1_0.host_id,rr1_0.run_id,rr1_0.addresses,rr1_0.closing,rr1_0.container_id,rr1_0.container_name,rr1_0.ended_at,rr1_0.exit_code,rr1_0.former_names,rr1_0.image,rr1_0.labels,rr1_0.limit_cpu_millicores,rr1_0.limit_memory_bytes,rr1_0.limit_pids,rr1_0.network_mode,rr1_0.oom_killed,rr1_0.runner,rr1_0.slice,rr1_0.slice_id,rr1_0.start_seen,rr1_0.started_at,rr1_0.state,rr1_0.unclaimed from run rr1_0 where rr1_0.runner=('build-2') and rr1_0.host_id=('2868745656503965826'::int8) order by rr1_0.started_at desc,rr1_0.run_id fetch first ('1'::int4) rows only
--> host_id int8
--> run_id int8
--> addresses _text
--> closing jsonb
--> container_id text
--> container_name text
--> ended_at timestamptz
--> exit_code int4
--> former_names _text
--> image text
--> labels jsonb
--> limit_cpu_millicores int8
--> limit_memory_bytes int8
--> limit_pids int8
--> network_mode text
--> oom_killed bool
--> runner text
--> slice text
--> slice_id int8
--> start_seen bool
--> started_at timestamptz
--> state text
--> unclaimed bool
--@ api
select hr1_0.host_id,hr1_0.agent_version,hr1_0.capabilities,hr1_0.cgroup_version,hr1_0.clock_offset_usec,hr1_0.cpu_megahertz,hr1_0.cpus,hr1_0.docker_version,hr1_0.first_seen_at,hr1_0.interval_usec,hr1_0.kernel_version,hr1_0.last_seen_at,hr1_0.memory_bytes,hr1_0.name,date_part('epoch', now() - hr1_0.last_seen_at),hr1_0.source from host hr1_0 where hr1_0.host_id in (('2868745656503965826'::int8))
--> host_id int8
--> agent_version text
--> capabilities _text
--> cgroup_version int4
--> clock_offset_usec int8
--> cpu_megahertz int4
--> cpus int4
--> docker_version text
--> first_seen_at timestamptz
--> interval_usec int8
--> kernel_version text
--> last_seen_at timestamptz
--> memory_bytes int8
--> name text
--> date_part float8
--> source text
--@ api
select distinct r.runner, r.host_id, former.name from run r
join unnest(cast(('{"build-2"}') as text[]), cast(('{"2868745656503965826"}') as bigint[])) as wanted(runner, host_id)
  on r.runner = wanted.runner and r.host_id = wanted.host_id
cross join unnest(r.former_names) as former(name)
where former.name <> r.runner
order by r.runner, r.host_id, former.name
--> runner text
--> host_id int8
--> name text
--@ api
select r.* from run r
join unnest(cast(('{"build-2"}') as text[]), cast(('{"2868745656503965826"}') as bigint[])) as wanted(runner, host_id)
  on r.runner = wanted.runner and r.host_id = wanted.host_id
where r.ended_at is null
order by r.runner, r.host_id, r.started_at desc, r.run_id
--> host_id int8
--> run_id int8
--> revision int8
--> runner text
--> former_names _text
--> slice_id int8
--> slice text
--> container_id text
--> container_name text
--> image text
--> labels jsonb
--> network_mode text
--> addresses _text
--> limit_cpu_millicores int8
--> limit_memory_bytes int8
--> limit_pids int8
--> started_at timestamptz
--> start_seen bool
--> state text
--> ended_at timestamptz
--> exit_code int4
--> oom_killed bool
--> closing jsonb
--> unclaimed bool
--@ api
select set_config('statement_timeout', '30000', true), set_config('work_mem', '64MB', true),
	set_config('jit', 'off', true)
--> set_config text
--> set_config text
--> set_config text
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125318417112'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:58.417112+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:58.417112+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
)
select k.key, s.*
from keys k cross join lateral (
	select s.at, s.cpu_millicores, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.memory_bytes, s.memory_current_bytes, s.memory_anon_bytes, s.memory_file_bytes, s.memory_kernel_bytes, s.memory_shmem_bytes, s.memory_swap_bytes, s.memory_peak_bytes, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.pids, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:58.417112+00'::timestamp with time zone) order by s.at desc limit 1
) s
--> key int4
--> at timestamptz
--> cpu_millicores float8
--> cpu_usage_usec int8
--> cpu_user_usec int8
--> cpu_system_usec int8
--> cpu_periods int8
--> cpu_throttled_periods int8
--> cpu_throttled_usec int8
--> memory_bytes int8
--> memory_current_bytes int8
--> memory_anon_bytes int8
--> memory_file_bytes int8
--> memory_kernel_bytes int8
--> memory_shmem_bytes int8
--> memory_swap_bytes int8
--> memory_peak_bytes int8
--> oom_kills int8
--> network_received_bytes int8
--> network_sent_bytes int8
--> network_received_packets int8
--> network_sent_packets int8
--> network_errors int8
--> network_drops int8
--> network_all_bytes int8
--> io_read_bytes int8
--> io_write_bytes int8
--> io_reads int8
--> io_writes int8
--> pids int8
--> cpu_pressure_some_usec int8
--> cpu_pressure_full_usec int8
--> memory_pressure_some_usec int8
--> memory_pressure_full_usec int8
--> io_pressure_some_usec int8
--> io_pressure_full_usec int8
--@ api
select count(*) from run rr1_0 where rr1_0.runner=('build-2') and rr1_0.host_id=('2868745656503965826'::int8)
--> count int8
--@ api
select rr1_0.host_id,rr1_0.run_id,rr1_0.addresses,rr1_0.closing,rr1_0.container_id,rr1_0.container_name,rr1_0.ended_at,rr1_0.exit_code,rr1_0.former_names,rr1_0.image,rr1_0.labels,rr1_0.limit_cpu_millicores,rr1_0.limit_memory_bytes,rr1_0.limit_pids,rr1_0.network_mode,rr1_0.oom_killed,rr1_0.runner,rr1_0.slice,rr1_0.slice_id,rr1_0.start_seen,rr1_0.started_at,rr1_0.state,rr1_0.unclaimed from run rr1_0 where (rr1_0.host_id,rr1_0.run_id)=(('2868745656503965826'::int8),('-2484815940593454168'::int8))
--> host_id int8
--> run_id int8
--> addresses _text
--> closing jsonb
--> container_id text
--> container_name text
--> ended_at timestamptz
--> exit_code int4
--> former_names _text
--> image text
--> labels jsonb
--> limit_cpu_millicores int8
--> limit_memory_bytes int8
--> limit_pids int8
--> network_mode text
--> oom_killed bool
--> runner text
--> slice text
--> slice_id int8
--> start_seen bool
--> started_at timestamptz
--> state text
--> unclaimed bool
--@ api
select p.*, usec_of(nullif(kept_from(('run_sample')), 'infinity')) as raw_from,
	usec_of(nullif(kept_from(('run_minute')), 'infinity')) as minutes_from, usec_of(nullif(kept_from(('run_hour')), 'infinity')) as hours_from
from progress() p
--> closed_usec int8
--> minutes_usec int8
--> hours_usec int8
--> raw_from int8
--> minutes_from int8
--> hours_from int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125347692156'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:28.544587+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:28.544587+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select sum(case when cut then floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then 0
	when since_usec is not null then cpu_usage_usec end * cut_end)::bigint - floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then 0
	when since_usec is not null then cpu_usage_usec end * cut_begin)::bigint else case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then 0
	when since_usec is not null then cpu_usage_usec end end)::bigint
	as increase_0,
count(cpu_usage_usec) filter (where part = 0) as samples_0,
coalesce(bool_or(cpu_usage_usec is not null and before_cpu_usage_usec is null and before_usec is not null), false) as gaps_0, sum(case when cut then floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then 0
	when since_usec is not null then cpu_user_usec end * cut_end)::bigint - floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then 0
	when since_usec is not null then cpu_user_usec end * cut_begin)::bigint else case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then 0
	when since_usec is not null then cpu_user_usec end end)::bigint
	as increase_1,
count(cpu_user_usec) filter (where part = 0) as samples_1,
coalesce(bool_or(cpu_user_usec is not null and before_cpu_user_usec is null and before_usec is not null), false) as gaps_1, sum(case when cut then floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then 0
	when since_usec is not null then cpu_system_usec end * cut_end)::bigint - floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then 0
	when since_usec is not null then cpu_system_usec end * cut_begin)::bigint else case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then 0
	when since_usec is not null then cpu_system_usec end end)::bigint
	as increase_2,
count(cpu_system_usec) filter (where part = 0) as samples_2,
coalesce(bool_or(cpu_system_usec is not null and before_cpu_system_usec is null and before_usec is not null), false) as gaps_2, sum(case when cut then floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then 0
	when since_usec is not null then cpu_periods end * cut_end)::bigint - floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then 0
	when since_usec is not null then cpu_periods end * cut_begin)::bigint else case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then 0
	when since_usec is not null then cpu_periods end end)::bigint
	as increase_3,
count(cpu_periods) filter (where part = 0) as samples_3,
coalesce(bool_or(cpu_periods is not null and before_cpu_periods is null and before_usec is not null), false) as gaps_3, sum(case when cut then floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then 0
	when since_usec is not null then cpu_throttled_periods end * cut_end)::bigint - floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then 0
	when since_usec is not null then cpu_throttled_periods end * cut_begin)::bigint else case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then 0
	when since_usec is not null then cpu_throttled_periods end end)::bigint
	as increase_4,
count(cpu_throttled_periods) filter (where part = 0) as samples_4,
coalesce(bool_or(cpu_throttled_periods is not null and before_cpu_throttled_periods is null and before_usec is not null), false) as gaps_4, sum(case when cut then floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then 0
	when since_usec is not null then cpu_throttled_usec end * cut_end)::bigint - floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then 0
	when since_usec is not null then cpu_throttled_usec end * cut_begin)::bigint else case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then 0
	when since_usec is not null then cpu_throttled_usec end end)::bigint
	as increase_5,
count(cpu_throttled_usec) filter (where part = 0) as samples_5,
coalesce(bool_or(cpu_throttled_usec is not null and before_cpu_throttled_usec is null and before_usec is not null), false) as gaps_5, sum(case when cut then floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then 0
	when since_usec is not null then oom_kills end * cut_end)::bigint - floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then 0
	when since_usec is not null then oom_kills end * cut_begin)::bigint else case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then 0
	when since_usec is not null then oom_kills end end)::bigint
	as increase_6,
count(oom_kills) filter (where part = 0) as samples_6,
coalesce(bool_or(oom_kills is not null and before_oom_kills is null and before_usec is not null), false) as gaps_6, sum(case when cut then floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then 0
	when since_usec is not null then network_received_bytes end * cut_end)::bigint - floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then 0
	when since_usec is not null then network_received_bytes end * cut_begin)::bigint else case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then 0
	when since_usec is not null then network_received_bytes end end)::bigint
	as increase_7,
count(network_received_bytes) filter (where part = 0) as samples_7,
coalesce(bool_or(network_received_bytes is not null and before_network_received_bytes is null and before_usec is not null), false) as gaps_7, sum(case when cut then floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then 0
	when since_usec is not null then network_sent_bytes end * cut_end)::bigint - floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then 0
	when since_usec is not null then network_sent_bytes end * cut_begin)::bigint else case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then 0
	when since_usec is not null then network_sent_bytes end end)::bigint
	as increase_8,
count(network_sent_bytes) filter (where part = 0) as samples_8,
coalesce(bool_or(network_sent_bytes is not null and before_network_sent_bytes is null and before_usec is not null), false) as gaps_8, sum(case when cut then floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then 0
	when since_usec is not null then network_received_packets end * cut_end)::bigint - floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then 0
	when since_usec is not null then network_received_packets end * cut_begin)::bigint else case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then 0
	when since_usec is not null then network_received_packets end end)::bigint
	as increase_9,
count(network_received_packets) filter (where part = 0) as samples_9,
coalesce(bool_or(network_received_packets is not null and before_network_received_packets is null and before_usec is not null), false) as gaps_9, sum(case when cut then floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then 0
	when since_usec is not null then network_sent_packets end * cut_end)::bigint - floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then 0
	when since_usec is not null then network_sent_packets end * cut_begin)::bigint else case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then 0
	when since_usec is not null then network_sent_packets end end)::bigint
	as increase_10,
count(network_sent_packets) filter (where part = 0) as samples_10,
coalesce(bool_or(network_sent_packets is not null and before_network_sent_packets is null and before_usec is not null), false) as gaps_10, sum(case when cut then floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then 0
	when since_usec is not null then network_errors end * cut_end)::bigint - floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then 0
	when since_usec is not null then network_errors end * cut_begin)::bigint else case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then 0
	when since_usec is not null then network_errors end end)::bigint
	as increase_11,
count(network_errors) filter (where part = 0) as samples_11,
coalesce(bool_or(network_errors is not null and before_network_errors is null and before_usec is not null), false) as gaps_11, sum(case when cut then floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then 0
	when since_usec is not null then network_drops end * cut_end)::bigint - floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then 0
	when since_usec is not null then network_drops end * cut_begin)::bigint else case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then 0
	when since_usec is not null then network_drops end end)::bigint
	as increase_12,
count(network_drops) filter (where part = 0) as samples_12,
coalesce(bool_or(network_drops is not null and before_network_drops is null and before_usec is not null), false) as gaps_12, sum(case when cut then floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then 0
	when since_usec is not null then network_all_bytes end * cut_end)::bigint - floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then 0
	when since_usec is not null then network_all_bytes end * cut_begin)::bigint else case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then 0
	when since_usec is not null then network_all_bytes end end)::bigint
	as increase_13,
count(network_all_bytes) filter (where part = 0) as samples_13,
coalesce(bool_or(network_all_bytes is not null and before_network_all_bytes is null and before_usec is not null), false) as gaps_13, sum(case when cut then floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then 0
	when since_usec is not null then io_read_bytes end * cut_end)::bigint - floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then 0
	when since_usec is not null then io_read_bytes end * cut_begin)::bigint else case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then 0
	when since_usec is not null then io_read_bytes end end)::bigint
	as increase_14,
count(io_read_bytes) filter (where part = 0) as samples_14,
coalesce(bool_or(io_read_bytes is not null and before_io_read_bytes is null and before_usec is not null), false) as gaps_14, sum(case when cut then floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then 0
	when since_usec is not null then io_write_bytes end * cut_end)::bigint - floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then 0
	when since_usec is not null then io_write_bytes end * cut_begin)::bigint else case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then 0
	when since_usec is not null then io_write_bytes end end)::bigint
	as increase_15,
count(io_write_bytes) filter (where part = 0) as samples_15,
coalesce(bool_or(io_write_bytes is not null and before_io_write_bytes is null and before_usec is not null), false) as gaps_15, sum(case when cut then floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then 0
	when since_usec is not null then io_reads end * cut_end)::bigint - floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then 0
	when since_usec is not null then io_reads end * cut_begin)::bigint else case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then 0
	when since_usec is not null then io_reads end end)::bigint
	as increase_16,
count(io_reads) filter (where part = 0) as samples_16,
coalesce(bool_or(io_reads is not null and before_io_reads is null and before_usec is not null), false) as gaps_16, sum(case when cut then floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then 0
	when since_usec is not null then io_writes end * cut_end)::bigint - floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then 0
	when since_usec is not null then io_writes end * cut_begin)::bigint else case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then 0
	when since_usec is not null then io_writes end end)::bigint
	as increase_17,
count(io_writes) filter (where part = 0) as samples_17,
coalesce(bool_or(io_writes is not null and before_io_writes is null and before_usec is not null), false) as gaps_17, sum(case when cut then floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then 0
	when since_usec is not null then cpu_pressure_some_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then 0
	when since_usec is not null then cpu_pressure_some_usec end * cut_begin)::bigint else case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then 0
	when since_usec is not null then cpu_pressure_some_usec end end)::bigint
	as increase_18,
count(cpu_pressure_some_usec) filter (where part = 0) as samples_18,
coalesce(bool_or(cpu_pressure_some_usec is not null and before_cpu_pressure_some_usec is null and before_usec is not null), false) as gaps_18, sum(case when cut then floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then 0
	when since_usec is not null then cpu_pressure_full_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then 0
	when since_usec is not null then cpu_pressure_full_usec end * cut_begin)::bigint else case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then 0
	when since_usec is not null then cpu_pressure_full_usec end end)::bigint
	as increase_19,
count(cpu_pressure_full_usec) filter (where part = 0) as samples_19,
coalesce(bool_or(cpu_pressure_full_usec is not null and before_cpu_pressure_full_usec is null and before_usec is not null), false) as gaps_19, sum(case when cut then floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then 0
	when since_usec is not null then memory_pressure_some_usec end * cut_end)::bigint - floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then 0
	when since_usec is not null then memory_pressure_some_usec end * cut_begin)::bigint else case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then 0
	when since_usec is not null then memory_pressure_some_usec end end)::bigint
	as increase_20,
count(memory_pressure_some_usec) filter (where part = 0) as samples_20,
coalesce(bool_or(memory_pressure_some_usec is not null and before_memory_pressure_some_usec is null and before_usec is not null), false) as gaps_20, sum(case when cut then floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then 0
	when since_usec is not null then memory_pressure_full_usec end * cut_end)::bigint - floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then 0
	when since_usec is not null then memory_pressure_full_usec end * cut_begin)::bigint else case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then 0
	when since_usec is not null then memory_pressure_full_usec end end)::bigint
	as increase_21,
count(memory_pressure_full_usec) filter (where part = 0) as samples_21,
coalesce(bool_or(memory_pressure_full_usec is not null and before_memory_pressure_full_usec is null and before_usec is not null), false) as gaps_21, sum(case when cut then floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then 0
	when since_usec is not null then io_pressure_some_usec end * cut_end)::bigint - floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then 0
	when since_usec is not null then io_pressure_some_usec end * cut_begin)::bigint else case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then 0
	when since_usec is not null then io_pressure_some_usec end end)::bigint
	as increase_22,
count(io_pressure_some_usec) filter (where part = 0) as samples_22,
coalesce(bool_or(io_pressure_some_usec is not null and before_io_pressure_some_usec is null and before_usec is not null), false) as gaps_22, sum(case when cut then floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then 0
	when since_usec is not null then io_pressure_full_usec end * cut_end)::bigint - floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then 0
	when since_usec is not null then io_pressure_full_usec end * cut_begin)::bigint else case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then 0
	when since_usec is not null then io_pressure_full_usec end end)::bigint
	as increase_23,
count(io_pressure_full_usec) filter (where part = 0) as samples_23,
coalesce(bool_or(io_pressure_full_usec is not null and before_io_pressure_full_usec is null and before_usec is not null), false) as gaps_23
from (
	select l.*, since_usec < from_usec or at_usec > ('1796125348544587'::int8) as cut,
		greatest(from_usec - since_usec, 0)::float8 / (at_usec - since_usec) as cut_begin,
		(least(at_usec, ('1796125348544587'::int8)) - least(since_usec, ('1796125348544587'::int8)))::float8 / (at_usec - since_usec) as cut_end
	from (
		select l.*, coalesce(before_usec, case when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
			then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end)
			as since_usec
		from (
			select k.*, lag(at_usec) over row_before as before_usec, lag(cpu_usage_usec) over row_before as before_cpu_usage_usec, lag(cpu_user_usec) over row_before as before_cpu_user_usec, lag(cpu_system_usec) over row_before as before_cpu_system_usec, lag(cpu_periods) over row_before as before_cpu_periods, lag(cpu_throttled_periods) over row_before as before_cpu_throttled_periods, lag(cpu_throttled_usec) over row_before as before_cpu_throttled_usec, lag(oom_kills) over row_before as before_oom_kills, lag(network_received_bytes) over row_before as before_network_received_bytes, lag(network_sent_bytes) over row_before as before_network_sent_bytes, lag(network_received_packets) over row_before as before_network_received_packets, lag(network_sent_packets) over row_before as before_network_sent_packets, lag(network_errors) over row_before as before_network_errors, lag(network_drops) over row_before as before_network_drops, lag(network_all_bytes) over row_before as before_network_all_bytes, lag(io_read_bytes) over row_before as before_io_read_bytes, lag(io_write_bytes) over row_before as before_io_write_bytes, lag(io_reads) over row_before as before_io_reads, lag(io_writes) over row_before as before_io_writes, lag(cpu_pressure_some_usec) over row_before as before_cpu_pressure_some_usec, lag(cpu_pressure_full_usec) over row_before as before_cpu_pressure_full_usec, lag(memory_pressure_some_usec) over row_before as before_memory_pressure_some_usec, lag(memory_pressure_full_usec) over row_before as before_memory_pressure_full_usec, lag(io_pressure_some_usec) over row_before as before_io_pressure_some_usec, lag(io_pressure_full_usec) over row_before as before_io_pressure_full_usec
			from known k
			window row_before as (partition by key order by at_usec)
		) as l
		where part >= 0
		offset 0
	) as l
	offset 0
) as l
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125347692156'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:28.544587+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:28.544587+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null union all select 2 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_bytes as value, 1000000::float8 as per_second
from known where network_received_bytes is not null union all select 3 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_bytes as value, 1000000::float8 as per_second
from known where network_sent_bytes is not null union all select 4 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_packets as value, 1000000::float8 as per_second
from known where network_received_packets is not null union all select 5 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_packets as value, 1000000::float8 as per_second
from known where network_sent_packets is not null union all select 6 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_errors as value, 1000000::float8 as per_second
from known where network_errors is not null union all select 7 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_drops as value, 1000000::float8 as per_second
from known where network_drops is not null union all select 8 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_all_bytes as value, 1000000::float8 as per_second
from known where network_all_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('1796125348544587'::int8) = bucket as own,
		greatest(bucket * ('1796125348544587'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('1796125348544587'::int8), ('1796125348544587'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('1796125348544587'::int8),
			case when part = 0 then at_usec else ('1796125348544587'::int8) - 1 end / ('1796125348544587'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125347692156'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:28.544587+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:28.544587+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
, cells as (
	select distinct on (metric, cell) metric, total
	from (select t.*, at_usec / (select max(interval_usec) from keys) as cell from totals t) as looked
	order by metric, cell, at_usec desc
)
select metric, (select min(total) from totals t where t.metric = c.metric) as least,
	(select max(total) from totals t where t.metric = c.metric) as greatest,
	percentile_cont(0.5) within group (order by total) as p50,
	percentile_cont(0.95) within group (order by total) as p95
from cells c
group by metric
--> metric int4
--> least float8
--> greatest float8
--> p50 float8
--> p95 float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125347692156'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.memory_peak_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.memory_peak_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:28.544587+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.memory_peak_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:28.544587+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select key, coalesce(sum(greatest(least(at_usec, ('1796125348544587'::int8))
		- greatest(at_usec - covered_usec, before_usec, from_usec), 0))
		filter (where part >= 0 and covered_usec is not null), 0)::bigint as covered_usec,
	max(memory_peak_bytes) filter (where part = 0) as memory_peak_bytes,
	min(at_usec - coalesce(covered_usec, 0)) as first_covered_usec, max(at_usec) as newest_usec
from (select k.*, lag(at_usec) over (partition by key order by at_usec) as before_usec from known k) as linked
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125347692156'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:27.692156+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
)
select key, started_usec, ended_usec, interval_usec, has_before
	or exists (select from run_hour s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:42:27.692156+00'::timestamp with time zone)) as has_before
from keys k
--> key int4
--> started_usec int8
--> ended_usec int8
--> interval_usec int8
--> has_before bool
--@ api
select n.* from (
  select distinct on (r.runner, r.host_id) r.* from run r 
  order by r.runner, r.host_id, r.started_at desc, r.run_id
) n join host h on h.host_id = n.host_id 
order by n.runner, n.host_id fetch first ('101'::int4) rows only
--> host_id int8
--> run_id int8
--> revision int8
--> runner text
--> former_names _text
--> slice_id int8
--> slice text
--> container_id text
--> container_name text
--> image text
--> labels jsonb
--> network_mode text
--> addresses _text
--> limit_cpu_millicores int8
--> limit_memory_bytes int8
--> limit_pids int8
--> started_at timestamptz
--> start_seen bool
--> state text
--> ended_at timestamptz
--> exit_code int4
--> oom_killed bool
--> closing jsonb
--> unclaimed bool
--@ api
select n.* from (
  select distinct on (r.runner, r.host_id) r.* from run r where r.host_id = ('2868745656503965826'::int8)
  and (r.runner, r.host_id) in (select o.runner, o.host_id from run o where o.ended_at is null)
  order by r.runner, r.host_id, r.started_at desc, r.run_id
) n join host h on h.host_id = n.host_id where case when n.state in ('running', 'paused')
  and h.last_seen_at < now() - cast(('30000'::int8) as bigint) * interval '1 millisecond'
then 'unknown' else n.state end = any(cast(('{"running","unknown"}') as text[]))
  and (n.slice = ('ci-runners.slice') or (starts_with(n.slice, ('ci-runners-')) and n.slice like '%.slice'))
  and n.labels ->> ('team') = ('ci')
  and (n.runner ilike ('%build%') or exists (select 1 from run f, unnest(f.former_names) as former
where f.runner = n.runner and f.host_id = n.host_id and former ilike ('%build%')))
order by n.runner, n.host_id fetch first ('101'::int4) rows only
--> host_id int8
--> run_id int8
--> revision int8
--> runner text
--> former_names _text
--> slice_id int8
--> slice text
--> container_id text
--> container_name text
--> image text
--> labels jsonb
--> network_mode text
--> addresses _text
--> limit_cpu_millicores int8
--> limit_memory_bytes int8
--> limit_pids int8
--> started_at timestamptz
--> start_seen bool
--> state text
--> ended_at timestamptz
--> exit_code int4
--> oom_killed bool
--> closing jsonb
--> unclaimed bool
--@ api
select hr1_0.host_id,hr1_0.agent_version,hr1_0.capabilities,hr1_0.cgroup_version,hr1_0.clock_offset_usec,hr1_0.cpu_megahertz,hr1_0.cpus,hr1_0.docker_version,hr1_0.first_seen_at,hr1_0.interval_usec,hr1_0.kernel_version,hr1_0.last_seen_at,hr1_0.memory_bytes,hr1_0.name,date_part('epoch', now() - hr1_0.last_seen_at),hr1_0.source from host hr1_0 where hr1_0.name=('ci-01')
--> host_id int8
--> agent_version text
--> capabilities _text
--> cgroup_version int4
--> clock_offset_usec int8
--> cpu_megahertz int4
--> cpus int4
--> docker_version text
--> first_seen_at timestamptz
--> interval_usec int8
--> kernel_version text
--> last_seen_at timestamptz
--> memory_bytes int8
--> name text
--> date_part float8
--> source text
--@ api
select rr1_0.host_id,rr1_0.run_id,rr1_0.runner,rr1_0.started_at,rr1_0.ended_at from run rr1_0 where rr1_0.runner=('build-1') and rr1_0.host_id=('2868745656503965826'::int8) and rr1_0.started_at<('2026-12-01 11:42:30.266944+00') and (rr1_0.ended_at is null or rr1_0.ended_at>=('2026-12-01 10:42:30.266944+00')) order by rr1_0.started_at,rr1_0.run_id
--> host_id int8
--> run_id int8
--> runner text
--> started_at timestamptz
--> ended_at timestamptz
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121750266944'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:30.266944+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:30.266944+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:30.266944+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:30.266944+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:30.266944+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:30.266944+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('5000000'::int8) = bucket as own,
		greatest(bucket * ('5000000'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('5000000'::int8), ('1796125350266944'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('5000000'::int8),
			case when part = 0 then at_usec else ('1796125350266944'::int8) - 1 end / ('5000000'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('300000000'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('300000000'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('300000000'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('300000000'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866150425213'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:30.425213+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:30.425213+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('300000000'::int8) = bucket as own,
		greatest(bucket * ('300000000'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('300000000'::int8), ('1796125350425213'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('300000000'::int8),
			case when part = 0 then at_usec else ('1796125350425213'::int8) - 1 end / ('300000000'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('21600000000'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('21600000000'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('21600000000'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('21600000000'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121750852012'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:30.852012+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:30.852012+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:30.852012+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:30.852012+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:30.852012+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:30.852012+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000000::float8 as per_second
from known where cpu_usage_usec is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('5000000'::int8) = bucket as own,
		greatest(bucket * ('5000000'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('5000000'::int8), ('1796125350852012'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('5000000'::int8),
			case when part = 0 then at_usec else ('1796125350852012'::int8) - 1 end / ('5000000'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121751037968'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.037968+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.037968+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.037968+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.037968+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:31.037968+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:31.037968+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
select metric, at_usec / ('5000000'::int8) as bucket, max(total) as value from totals group by metric, bucket
--> metric int4
--> bucket int8
--> value float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121751209777'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.209777+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.209777+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.209777+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.209777+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:31.209777+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:31.209777+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
select metric, at_usec / ('5000000'::int8) as bucket, min(total) as value from totals group by metric, bucket
--> metric int4
--> bucket int8
--> value float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121751363148'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.363148+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.363148+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.363148+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.363148+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:31.363148+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:31.363148+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
select metric, at_usec / ('5000000'::int8) as bucket, (array_agg(total order by at_usec desc))[1] as value from totals group by metric, bucket
--> metric int4
--> bucket int8
--> value float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_max::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_max::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('21600000000'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('21600000000'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('21600000000'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('21600000000'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
select metric, at_usec / ('21600000000'::int8) as bucket, max(total) as value from totals group by metric, bucket
--> metric int4
--> bucket int8
--> value float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_max::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_max::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('21600000000'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('21600000000'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('21600000000'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('21600000000'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
select metric, at_usec / ('21600000000'::int8) as bucket, max(total) as value from totals group by metric, bucket
--> metric int4
--> bucket int8
--> value float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1787485351518211'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:31.518211+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:31.518211+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
select metric, at_usec / ('21600000000'::int8) as bucket, max(total) as value from totals group by metric, bucket
--> metric int4
--> bucket int8
--> value float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121751864977'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.864977+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.864977+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.memory_bytes, s.pids, s.oom_kills, s.network_received_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:31.864977+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.memory_bytes, s.pids, s.oom_kills, s.network_received_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:31.864977+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:31.864977+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.memory_bytes, s.pids, s.oom_kills, s.network_received_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:31.864977+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, pids as value, null::float8 as per_second
from known where pids is not null union all select 2 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, oom_kills as value, 1000000::float8 as per_second
from known where oom_kills is not null union all select 3 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_bytes as value, 1000000::float8 as per_second
from known where network_received_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('5000000'::int8) = bucket as own,
		greatest(bucket * ('5000000'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('5000000'::int8), ('1796125351864977'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('5000000'::int8),
			case when part = 0 then at_usec else ('1796125351864977'::int8) - 1 end / ('5000000'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
)
select sum(floor(r.cpu_usage_usec_increase * share_until)::bigint - floor(r.cpu_usage_usec_increase * share_begin)::bigint)::bigint
	as increase_0, count(r.cpu_usage_usec_last) as samples_0, false as gaps_0, sum(floor(r.cpu_user_usec_increase * share_until)::bigint - floor(r.cpu_user_usec_increase * share_begin)::bigint)::bigint
	as increase_1, count(r.cpu_user_usec_last) as samples_1, false as gaps_1, sum(floor(r.cpu_system_usec_increase * share_until)::bigint - floor(r.cpu_system_usec_increase * share_begin)::bigint)::bigint
	as increase_2, count(r.cpu_system_usec_last) as samples_2, false as gaps_2, sum(floor(r.cpu_periods_increase * share_until)::bigint - floor(r.cpu_periods_increase * share_begin)::bigint)::bigint
	as increase_3, count(r.cpu_periods_last) as samples_3, false as gaps_3, sum(floor(r.cpu_throttled_periods_increase * share_until)::bigint - floor(r.cpu_throttled_periods_increase * share_begin)::bigint)::bigint
	as increase_4, count(r.cpu_throttled_periods_last) as samples_4, false as gaps_4, sum(floor(r.cpu_throttled_usec_increase * share_until)::bigint - floor(r.cpu_throttled_usec_increase * share_begin)::bigint)::bigint
	as increase_5, count(r.cpu_throttled_usec_last) as samples_5, false as gaps_5, sum(floor(r.oom_kills_increase * share_until)::bigint - floor(r.oom_kills_increase * share_begin)::bigint)::bigint
	as increase_6, count(r.oom_kills_last) as samples_6, false as gaps_6, sum(floor(r.network_received_bytes_increase * share_until)::bigint - floor(r.network_received_bytes_increase * share_begin)::bigint)::bigint
	as increase_7, count(r.network_received_bytes_last) as samples_7, false as gaps_7, sum(floor(r.network_sent_bytes_increase * share_until)::bigint - floor(r.network_sent_bytes_increase * share_begin)::bigint)::bigint
	as increase_8, count(r.network_sent_bytes_last) as samples_8, false as gaps_8, sum(floor(r.network_received_packets_increase * share_until)::bigint - floor(r.network_received_packets_increase * share_begin)::bigint)::bigint
	as increase_9, count(r.network_received_packets_last) as samples_9, false as gaps_9, sum(floor(r.network_sent_packets_increase * share_until)::bigint - floor(r.network_sent_packets_increase * share_begin)::bigint)::bigint
	as increase_10, count(r.network_sent_packets_last) as samples_10, false as gaps_10, sum(floor(r.network_errors_increase * share_until)::bigint - floor(r.network_errors_increase * share_begin)::bigint)::bigint
	as increase_11, count(r.network_errors_last) as samples_11, false as gaps_11, sum(floor(r.network_drops_increase * share_until)::bigint - floor(r.network_drops_increase * share_begin)::bigint)::bigint
	as increase_12, count(r.network_drops_last) as samples_12, false as gaps_12, sum(floor(r.network_all_bytes_increase * share_until)::bigint - floor(r.network_all_bytes_increase * share_begin)::bigint)::bigint
	as increase_13, count(r.network_all_bytes_last) as samples_13, false as gaps_13, sum(floor(r.io_read_bytes_increase * share_until)::bigint - floor(r.io_read_bytes_increase * share_begin)::bigint)::bigint
	as increase_14, count(r.io_read_bytes_last) as samples_14, false as gaps_14, sum(floor(r.io_write_bytes_increase * share_until)::bigint - floor(r.io_write_bytes_increase * share_begin)::bigint)::bigint
	as increase_15, count(r.io_write_bytes_last) as samples_15, false as gaps_15, sum(floor(r.io_reads_increase * share_until)::bigint - floor(r.io_reads_increase * share_begin)::bigint)::bigint
	as increase_16, count(r.io_reads_last) as samples_16, false as gaps_16, sum(floor(r.io_writes_increase * share_until)::bigint - floor(r.io_writes_increase * share_begin)::bigint)::bigint
	as increase_17, count(r.io_writes_last) as samples_17, false as gaps_17, sum(floor(r.cpu_pressure_some_usec_increase * share_until)::bigint - floor(r.cpu_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_18, count(r.cpu_pressure_some_usec_last) as samples_18, false as gaps_18, sum(floor(r.cpu_pressure_full_usec_increase * share_until)::bigint - floor(r.cpu_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_19, count(r.cpu_pressure_full_usec_last) as samples_19, false as gaps_19, sum(floor(r.memory_pressure_some_usec_increase * share_until)::bigint - floor(r.memory_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_20, count(r.memory_pressure_some_usec_last) as samples_20, false as gaps_20, sum(floor(r.memory_pressure_full_usec_increase * share_until)::bigint - floor(r.memory_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_21, count(r.memory_pressure_full_usec_last) as samples_21, false as gaps_21, sum(floor(r.io_pressure_some_usec_increase * share_until)::bigint - floor(r.io_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_22, count(r.io_pressure_some_usec_last) as samples_22, false as gaps_22, sum(floor(r.io_pressure_full_usec_increase * share_until)::bigint - floor(r.io_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_23, count(r.io_pressure_full_usec_last) as samples_23, false as gaps_23 from (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
)
select sum(floor(r.cpu_usage_usec_increase * share_until)::bigint - floor(r.cpu_usage_usec_increase * share_begin)::bigint)::bigint
	as increase_0, count(r.cpu_usage_usec_last) as samples_0, false as gaps_0, sum(floor(r.cpu_user_usec_increase * share_until)::bigint - floor(r.cpu_user_usec_increase * share_begin)::bigint)::bigint
	as increase_1, count(r.cpu_user_usec_last) as samples_1, false as gaps_1, sum(floor(r.cpu_system_usec_increase * share_until)::bigint - floor(r.cpu_system_usec_increase * share_begin)::bigint)::bigint
	as increase_2, count(r.cpu_system_usec_last) as samples_2, false as gaps_2, sum(floor(r.cpu_periods_increase * share_until)::bigint - floor(r.cpu_periods_increase * share_begin)::bigint)::bigint
	as increase_3, count(r.cpu_periods_last) as samples_3, false as gaps_3, sum(floor(r.cpu_throttled_periods_increase * share_until)::bigint - floor(r.cpu_throttled_periods_increase * share_begin)::bigint)::bigint
	as increase_4, count(r.cpu_throttled_periods_last) as samples_4, false as gaps_4, sum(floor(r.cpu_throttled_usec_increase * share_until)::bigint - floor(r.cpu_throttled_usec_increase * share_begin)::bigint)::bigint
	as increase_5, count(r.cpu_throttled_usec_last) as samples_5, false as gaps_5, sum(floor(r.oom_kills_increase * share_until)::bigint - floor(r.oom_kills_increase * share_begin)::bigint)::bigint
	as increase_6, count(r.oom_kills_last) as samples_6, false as gaps_6, sum(floor(r.network_received_bytes_increase * share_until)::bigint - floor(r.network_received_bytes_increase * share_begin)::bigint)::bigint
	as increase_7, count(r.network_received_bytes_last) as samples_7, false as gaps_7, sum(floor(r.network_sent_bytes_increase * share_until)::bigint - floor(r.network_sent_bytes_increase * share_begin)::bigint)::bigint
	as increase_8, count(r.network_sent_bytes_last) as samples_8, false as gaps_8, sum(floor(r.network_received_packets_increase * share_until)::bigint - floor(r.network_received_packets_increase * share_begin)::bigint)::bigint
	as increase_9, count(r.network_received_packets_last) as samples_9, false as gaps_9, sum(floor(r.network_sent_packets_increase * share_until)::bigint - floor(r.network_sent_packets_increase * share_begin)::bigint)::bigint
	as increase_10, count(r.network_sent_packets_last) as samples_10, false as gaps_10, sum(floor(r.network_errors_increase * share_until)::bigint - floor(r.network_errors_increase * share_begin)::bigint)::bigint
	as increase_11, count(r.network_errors_last) as samples_11, false as gaps_11, sum(floor(r.network_drops_increase * share_until)::bigint - floor(r.network_drops_increase * share_begin)::bigint)::bigint
	as increase_12, count(r.network_drops_last) as samples_12, false as gaps_12, sum(floor(r.network_all_bytes_increase * share_until)::bigint - floor(r.network_all_bytes_increase * share_begin)::bigint)::bigint
	as increase_13, count(r.network_all_bytes_last) as samples_13, false as gaps_13, sum(floor(r.io_read_bytes_increase * share_until)::bigint - floor(r.io_read_bytes_increase * share_begin)::bigint)::bigint
	as increase_14, count(r.io_read_bytes_last) as samples_14, false as gaps_14, sum(floor(r.io_write_bytes_increase * share_until)::bigint - floor(r.io_write_bytes_increase * share_begin)::bigint)::bigint
	as increase_15, count(r.io_write_bytes_last) as samples_15, false as gaps_15, sum(floor(r.io_reads_increase * share_until)::bigint - floor(r.io_reads_increase * share_begin)::bigint)::bigint
	as increase_16, count(r.io_reads_last) as samples_16, false as gaps_16, sum(floor(r.io_writes_increase * share_until)::bigint - floor(r.io_writes_increase * share_begin)::bigint)::bigint
	as increase_17, count(r.io_writes_last) as samples_17, false as gaps_17, sum(floor(r.cpu_pressure_some_usec_increase * share_until)::bigint - floor(r.cpu_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_18, count(r.cpu_pressure_some_usec_last) as samples_18, false as gaps_18, sum(floor(r.cpu_pressure_full_usec_increase * share_until)::bigint - floor(r.cpu_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_19, count(r.cpu_pressure_full_usec_last) as samples_19, false as gaps_19, sum(floor(r.memory_pressure_some_usec_increase * share_until)::bigint - floor(r.memory_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_20, count(r.memory_pressure_some_usec_last) as samples_20, false as gaps_20, sum(floor(r.memory_pressure_full_usec_increase * share_until)::bigint - floor(r.memory_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_21, count(r.memory_pressure_full_usec_last) as samples_21, false as gaps_21, sum(floor(r.io_pressure_some_usec_increase * share_until)::bigint - floor(r.io_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_22, count(r.io_pressure_some_usec_last) as samples_22, false as gaps_22, sum(floor(r.io_pressure_full_usec_increase * share_until)::bigint - floor(r.io_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_23, count(r.io_pressure_full_usec_last) as samples_23, false as gaps_23 from (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866152429977'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:32.429977+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:32.429977+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select sum(case when cut then floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then 0
	when since_usec is not null then cpu_usage_usec end * cut_end)::bigint - floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then 0
	when since_usec is not null then cpu_usage_usec end * cut_begin)::bigint else case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then 0
	when since_usec is not null then cpu_usage_usec end end)::bigint
	as increase_0,
count(cpu_usage_usec) filter (where part = 0) as samples_0,
coalesce(bool_or(cpu_usage_usec is not null and before_cpu_usage_usec is null and before_usec is not null), false) as gaps_0, sum(case when cut then floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then 0
	when since_usec is not null then cpu_user_usec end * cut_end)::bigint - floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then 0
	when since_usec is not null then cpu_user_usec end * cut_begin)::bigint else case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then 0
	when since_usec is not null then cpu_user_usec end end)::bigint
	as increase_1,
count(cpu_user_usec) filter (where part = 0) as samples_1,
coalesce(bool_or(cpu_user_usec is not null and before_cpu_user_usec is null and before_usec is not null), false) as gaps_1, sum(case when cut then floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then 0
	when since_usec is not null then cpu_system_usec end * cut_end)::bigint - floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then 0
	when since_usec is not null then cpu_system_usec end * cut_begin)::bigint else case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then 0
	when since_usec is not null then cpu_system_usec end end)::bigint
	as increase_2,
count(cpu_system_usec) filter (where part = 0) as samples_2,
coalesce(bool_or(cpu_system_usec is not null and before_cpu_system_usec is null and before_usec is not null), false) as gaps_2, sum(case when cut then floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then 0
	when since_usec is not null then cpu_periods end * cut_end)::bigint - floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then 0
	when since_usec is not null then cpu_periods end * cut_begin)::bigint else case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then 0
	when since_usec is not null then cpu_periods end end)::bigint
	as increase_3,
count(cpu_periods) filter (where part = 0) as samples_3,
coalesce(bool_or(cpu_periods is not null and before_cpu_periods is null and before_usec is not null), false) as gaps_3, sum(case when cut then floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then 0
	when since_usec is not null then cpu_throttled_periods end * cut_end)::bigint - floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then 0
	when since_usec is not null then cpu_throttled_periods end * cut_begin)::bigint else case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then 0
	when since_usec is not null then cpu_throttled_periods end end)::bigint
	as increase_4,
count(cpu_throttled_periods) filter (where part = 0) as samples_4,
coalesce(bool_or(cpu_throttled_periods is not null and before_cpu_throttled_periods is null and before_usec is not null), false) as gaps_4, sum(case when cut then floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then 0
	when since_usec is not null then cpu_throttled_usec end * cut_end)::bigint - floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then 0
	when since_usec is not null then cpu_throttled_usec end * cut_begin)::bigint else case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then 0
	when since_usec is not null then cpu_throttled_usec end end)::bigint
	as increase_5,
count(cpu_throttled_usec) filter (where part = 0) as samples_5,
coalesce(bool_or(cpu_throttled_usec is not null and before_cpu_throttled_usec is null and before_usec is not null), false) as gaps_5, sum(case when cut then floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then 0
	when since_usec is not null then oom_kills end * cut_end)::bigint - floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then 0
	when since_usec is not null then oom_kills end * cut_begin)::bigint else case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then 0
	when since_usec is not null then oom_kills end end)::bigint
	as increase_6,
count(oom_kills) filter (where part = 0) as samples_6,
coalesce(bool_or(oom_kills is not null and before_oom_kills is null and before_usec is not null), false) as gaps_6, sum(case when cut then floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then 0
	when since_usec is not null then network_received_bytes end * cut_end)::bigint - floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then 0
	when since_usec is not null then network_received_bytes end * cut_begin)::bigint else case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then 0
	when since_usec is not null then network_received_bytes end end)::bigint
	as increase_7,
count(network_received_bytes) filter (where part = 0) as samples_7,
coalesce(bool_or(network_received_bytes is not null and before_network_received_bytes is null and before_usec is not null), false) as gaps_7, sum(case when cut then floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then 0
	when since_usec is not null then network_sent_bytes end * cut_end)::bigint - floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then 0
	when since_usec is not null then network_sent_bytes end * cut_begin)::bigint else case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then 0
	when since_usec is not null then network_sent_bytes end end)::bigint
	as increase_8,
count(network_sent_bytes) filter (where part = 0) as samples_8,
coalesce(bool_or(network_sent_bytes is not null and before_network_sent_bytes is null and before_usec is not null), false) as gaps_8, sum(case when cut then floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then 0
	when since_usec is not null then network_received_packets end * cut_end)::bigint - floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then 0
	when since_usec is not null then network_received_packets end * cut_begin)::bigint else case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then 0
	when since_usec is not null then network_received_packets end end)::bigint
	as increase_9,
count(network_received_packets) filter (where part = 0) as samples_9,
coalesce(bool_or(network_received_packets is not null and before_network_received_packets is null and before_usec is not null), false) as gaps_9, sum(case when cut then floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then 0
	when since_usec is not null then network_sent_packets end * cut_end)::bigint - floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then 0
	when since_usec is not null then network_sent_packets end * cut_begin)::bigint else case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then 0
	when since_usec is not null then network_sent_packets end end)::bigint
	as increase_10,
count(network_sent_packets) filter (where part = 0) as samples_10,
coalesce(bool_or(network_sent_packets is not null and before_network_sent_packets is null and before_usec is not null), false) as gaps_10, sum(case when cut then floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then 0
	when since_usec is not null then network_errors end * cut_end)::bigint - floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then 0
	when since_usec is not null then network_errors end * cut_begin)::bigint else case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then 0
	when since_usec is not null then network_errors end end)::bigint
	as increase_11,
count(network_errors) filter (where part = 0) as samples_11,
coalesce(bool_or(network_errors is not null and before_network_errors is null and before_usec is not null), false) as gaps_11, sum(case when cut then floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then 0
	when since_usec is not null then network_drops end * cut_end)::bigint - floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then 0
	when since_usec is not null then network_drops end * cut_begin)::bigint else case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then 0
	when since_usec is not null then network_drops end end)::bigint
	as increase_12,
count(network_drops) filter (where part = 0) as samples_12,
coalesce(bool_or(network_drops is not null and before_network_drops is null and before_usec is not null), false) as gaps_12, sum(case when cut then floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then 0
	when since_usec is not null then network_all_bytes end * cut_end)::bigint - floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then 0
	when since_usec is not null then network_all_bytes end * cut_begin)::bigint else case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then 0
	when since_usec is not null then network_all_bytes end end)::bigint
	as increase_13,
count(network_all_bytes) filter (where part = 0) as samples_13,
coalesce(bool_or(network_all_bytes is not null and before_network_all_bytes is null and before_usec is not null), false) as gaps_13, sum(case when cut then floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then 0
	when since_usec is not null then io_read_bytes end * cut_end)::bigint - floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then 0
	when since_usec is not null then io_read_bytes end * cut_begin)::bigint else case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then 0
	when since_usec is not null then io_read_bytes end end)::bigint
	as increase_14,
count(io_read_bytes) filter (where part = 0) as samples_14,
coalesce(bool_or(io_read_bytes is not null and before_io_read_bytes is null and before_usec is not null), false) as gaps_14, sum(case when cut then floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then 0
	when since_usec is not null then io_write_bytes end * cut_end)::bigint - floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then 0
	when since_usec is not null then io_write_bytes end * cut_begin)::bigint else case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then 0
	when since_usec is not null then io_write_bytes end end)::bigint
	as increase_15,
count(io_write_bytes) filter (where part = 0) as samples_15,
coalesce(bool_or(io_write_bytes is not null and before_io_write_bytes is null and before_usec is not null), false) as gaps_15, sum(case when cut then floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then 0
	when since_usec is not null then io_reads end * cut_end)::bigint - floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then 0
	when since_usec is not null then io_reads end * cut_begin)::bigint else case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then 0
	when since_usec is not null then io_reads end end)::bigint
	as increase_16,
count(io_reads) filter (where part = 0) as samples_16,
coalesce(bool_or(io_reads is not null and before_io_reads is null and before_usec is not null), false) as gaps_16, sum(case when cut then floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then 0
	when since_usec is not null then io_writes end * cut_end)::bigint - floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then 0
	when since_usec is not null then io_writes end * cut_begin)::bigint else case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then 0
	when since_usec is not null then io_writes end end)::bigint
	as increase_17,
count(io_writes) filter (where part = 0) as samples_17,
coalesce(bool_or(io_writes is not null and before_io_writes is null and before_usec is not null), false) as gaps_17, sum(case when cut then floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then 0
	when since_usec is not null then cpu_pressure_some_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then 0
	when since_usec is not null then cpu_pressure_some_usec end * cut_begin)::bigint else case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then 0
	when since_usec is not null then cpu_pressure_some_usec end end)::bigint
	as increase_18,
count(cpu_pressure_some_usec) filter (where part = 0) as samples_18,
coalesce(bool_or(cpu_pressure_some_usec is not null and before_cpu_pressure_some_usec is null and before_usec is not null), false) as gaps_18, sum(case when cut then floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then 0
	when since_usec is not null then cpu_pressure_full_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then 0
	when since_usec is not null then cpu_pressure_full_usec end * cut_begin)::bigint else case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then 0
	when since_usec is not null then cpu_pressure_full_usec end end)::bigint
	as increase_19,
count(cpu_pressure_full_usec) filter (where part = 0) as samples_19,
coalesce(bool_or(cpu_pressure_full_usec is not null and before_cpu_pressure_full_usec is null and before_usec is not null), false) as gaps_19, sum(case when cut then floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then 0
	when since_usec is not null then memory_pressure_some_usec end * cut_end)::bigint - floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then 0
	when since_usec is not null then memory_pressure_some_usec end * cut_begin)::bigint else case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then 0
	when since_usec is not null then memory_pressure_some_usec end end)::bigint
	as increase_20,
count(memory_pressure_some_usec) filter (where part = 0) as samples_20,
coalesce(bool_or(memory_pressure_some_usec is not null and before_memory_pressure_some_usec is null and before_usec is not null), false) as gaps_20, sum(case when cut then floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then 0
	when since_usec is not null then memory_pressure_full_usec end * cut_end)::bigint - floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then 0
	when since_usec is not null then memory_pressure_full_usec end * cut_begin)::bigint else case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then 0
	when since_usec is not null then memory_pressure_full_usec end end)::bigint
	as increase_21,
count(memory_pressure_full_usec) filter (where part = 0) as samples_21,
coalesce(bool_or(memory_pressure_full_usec is not null and before_memory_pressure_full_usec is null and before_usec is not null), false) as gaps_21, sum(case when cut then floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then 0
	when since_usec is not null then io_pressure_some_usec end * cut_end)::bigint - floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then 0
	when since_usec is not null then io_pressure_some_usec end * cut_begin)::bigint else case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then 0
	when since_usec is not null then io_pressure_some_usec end end)::bigint
	as increase_22,
count(io_pressure_some_usec) filter (where part = 0) as samples_22,
coalesce(bool_or(io_pressure_some_usec is not null and before_io_pressure_some_usec is null and before_usec is not null), false) as gaps_22, sum(case when cut then floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then 0
	when since_usec is not null then io_pressure_full_usec end * cut_end)::bigint - floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then 0
	when since_usec is not null then io_pressure_full_usec end * cut_begin)::bigint else case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then 0
	when since_usec is not null then io_pressure_full_usec end end)::bigint
	as increase_23,
count(io_pressure_full_usec) filter (where part = 0) as samples_23,
coalesce(bool_or(io_pressure_full_usec is not null and before_io_pressure_full_usec is null and before_usec is not null), false) as gaps_23
from (
	select l.*, since_usec < from_usec or at_usec > ('1796125352429977'::int8) as cut,
		greatest(from_usec - since_usec, 0)::float8 / (at_usec - since_usec) as cut_begin,
		(least(at_usec, ('1796125352429977'::int8)) - least(since_usec, ('1796125352429977'::int8)))::float8 / (at_usec - since_usec) as cut_end
	from (
		select l.*, coalesce(before_usec, case when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
			then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end)
			as since_usec
		from (
			select k.*, lag(at_usec) over row_before as before_usec, lag(cpu_usage_usec) over row_before as before_cpu_usage_usec, lag(cpu_user_usec) over row_before as before_cpu_user_usec, lag(cpu_system_usec) over row_before as before_cpu_system_usec, lag(cpu_periods) over row_before as before_cpu_periods, lag(cpu_throttled_periods) over row_before as before_cpu_throttled_periods, lag(cpu_throttled_usec) over row_before as before_cpu_throttled_usec, lag(oom_kills) over row_before as before_oom_kills, lag(network_received_bytes) over row_before as before_network_received_bytes, lag(network_sent_bytes) over row_before as before_network_sent_bytes, lag(network_received_packets) over row_before as before_network_received_packets, lag(network_sent_packets) over row_before as before_network_sent_packets, lag(network_errors) over row_before as before_network_errors, lag(network_drops) over row_before as before_network_drops, lag(network_all_bytes) over row_before as before_network_all_bytes, lag(io_read_bytes) over row_before as before_io_read_bytes, lag(io_write_bytes) over row_before as before_io_write_bytes, lag(io_reads) over row_before as before_io_reads, lag(io_writes) over row_before as before_io_writes, lag(cpu_pressure_some_usec) over row_before as before_cpu_pressure_some_usec, lag(cpu_pressure_full_usec) over row_before as before_cpu_pressure_full_usec, lag(memory_pressure_some_usec) over row_before as before_memory_pressure_some_usec, lag(memory_pressure_full_usec) over row_before as before_memory_pressure_full_usec, lag(io_pressure_some_usec) over row_before as before_io_pressure_some_usec, lag(io_pressure_full_usec) over row_before as before_io_pressure_full_usec
			from known k
			window row_before as (partition by key order by at_usec)
		) as l
		where part >= 0
		offset 0
	) as l
	offset 0
) as l
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0 union all select 2 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_bytes_last is not null)::integer as samples, network_received_bytes_increase as increase,
	network_received_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_bytes_last is not null or network_received_bytes_increase is not null union all select 3 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_bytes_last is not null)::integer as samples, network_sent_bytes_increase as increase,
	network_sent_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_bytes_last is not null or network_sent_bytes_increase is not null union all select 4 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_packets_last is not null)::integer as samples, network_received_packets_increase as increase,
	network_received_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_packets_last is not null or network_received_packets_increase is not null union all select 5 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_packets_last is not null)::integer as samples, network_sent_packets_increase as increase,
	network_sent_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_packets_last is not null or network_sent_packets_increase is not null union all select 6 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_errors_last is not null)::integer as samples, network_errors_increase as increase,
	network_errors_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_errors_last is not null or network_errors_increase is not null union all select 7 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_drops_last is not null)::integer as samples, network_drops_increase as increase,
	network_drops_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_drops_last is not null or network_drops_increase is not null union all select 8 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_all_bytes_last is not null)::integer as samples, network_all_bytes_increase as increase,
	network_all_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_all_bytes_last is not null or network_all_bytes_increase is not null), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125352429977'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125352429977'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('1796125352429977'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('1796125352429977'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0 union all select 2 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_bytes_last is not null)::integer as samples, network_received_bytes_increase as increase,
	network_received_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_bytes_last is not null or network_received_bytes_increase is not null union all select 3 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_bytes_last is not null)::integer as samples, network_sent_bytes_increase as increase,
	network_sent_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_bytes_last is not null or network_sent_bytes_increase is not null union all select 4 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_packets_last is not null)::integer as samples, network_received_packets_increase as increase,
	network_received_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_packets_last is not null or network_received_packets_increase is not null union all select 5 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_packets_last is not null)::integer as samples, network_sent_packets_increase as increase,
	network_sent_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_packets_last is not null or network_sent_packets_increase is not null union all select 6 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_errors_last is not null)::integer as samples, network_errors_increase as increase,
	network_errors_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_errors_last is not null or network_errors_increase is not null union all select 7 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_drops_last is not null)::integer as samples, network_drops_increase as increase,
	network_drops_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_drops_last is not null or network_drops_increase is not null union all select 8 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_all_bytes_last is not null)::integer as samples, network_all_bytes_increase as increase,
	network_all_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_all_bytes_last is not null or network_all_bytes_increase is not null), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125352429977'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125352429977'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('1796125352429977'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('1796125352429977'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866152429977'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:32.429977+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:32.429977+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null union all select 2 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_bytes as value, 1000000::float8 as per_second
from known where network_received_bytes is not null union all select 3 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_bytes as value, 1000000::float8 as per_second
from known where network_sent_bytes is not null union all select 4 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_packets as value, 1000000::float8 as per_second
from known where network_received_packets is not null union all select 5 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_packets as value, 1000000::float8 as per_second
from known where network_sent_packets is not null union all select 6 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_errors as value, 1000000::float8 as per_second
from known where network_errors is not null union all select 7 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_drops as value, 1000000::float8 as per_second
from known where network_drops is not null union all select 8 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_all_bytes as value, 1000000::float8 as per_second
from known where network_all_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('1796125352429977'::int8) = bucket as own,
		greatest(bucket * ('1796125352429977'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('1796125352429977'::int8), ('1796125352429977'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('1796125352429977'::int8),
			case when part = 0 then at_usec else ('1796125352429977'::int8) - 1 end / ('1796125352429977'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), shared as (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r), binned as (select 0 as metric, b.bin, b.looks * (share_until - share_begin) as looks
from shared cross join lateral unnest(cpu_millicores_bins, cpu_millicores_looks) as b(bin, looks) union all select 1 as metric, b.bin, b.looks * (share_until - share_begin) as looks
from shared cross join lateral unnest(memory_bytes_bins, memory_bytes_looks) as b(bin, looks)), extremes_min as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_min::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_min::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125352429977'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125352429977'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('1796125352429977'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('1796125352429977'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, min(total) as value from totals group by metric), extremes_max as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_max::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_max::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125352429977'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125352429977'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('1796125352429977'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('1796125352429977'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, max(total) as value from totals group by metric)
select metric, bin, sum(looks) as looks, null::float8 as least, null::float8 as greatest
from binned
where bin is not null
group by metric, bin
union all
select metric, null, 0, least.value, greatest.value
from extremes_min least join extremes_max greatest using (metric)
--> metric int4
--> bin int2
--> looks float8
--> least float8
--> greatest float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), shared as (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r), binned as (select 0 as metric, bin_of(greatest(cpu_millicores_sum / cpu_millicores_covered_usec, 0)) as bin,
	cpu_millicores_covered_usec::float8 / interval_usec * (share_until - share_begin) as looks
from shared where cpu_millicores_covered_usec > 0 union all select 1 as metric, bin_of(greatest(memory_bytes_sum / memory_bytes_covered_usec, 0)) as bin,
	memory_bytes_covered_usec::float8 / interval_usec * (share_until - share_begin) as looks
from shared where memory_bytes_covered_usec > 0), extremes_min as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_min::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_min::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125352429977'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125352429977'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('1796125352429977'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('1796125352429977'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, min(total) as value from totals group by metric), extremes_max as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_max::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_max::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125352429977'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125352429977'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('1796125352429977'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('1796125352429977'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, max(total) as value from totals group by metric)
select metric, bin, sum(looks) as looks, null::float8 as least, null::float8 as greatest
from binned
where bin is not null
group by metric, bin
union all
select metric, null, 0, least.value, greatest.value
from extremes_min least join extremes_max greatest using (metric)
--> metric int4
--> bin int2
--> looks float8
--> least float8
--> greatest float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866152429977'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:32.429977+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:32.429977+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
, cells as (
	select distinct on (metric, cell) metric, total
	from (select t.*, at_usec / (select max(interval_usec) from keys) as cell from totals t) as looked
	order by metric, cell, at_usec desc
)
select metric, bin_of(total) as bin, count(*)::float8 as looks, min(total) as least, max(total) as greatest
from cells
group by metric, bin
union all
select metric, null, 0, min(total), max(total) from totals group by metric
--> metric int4
--> bin int2
--> looks float8
--> least float8
--> greatest float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
)
select key, coalesce(sum(covered_usec * (share_until - share_begin)), 0)::bigint as covered_usec,
	max(memory_peak_bytes_max) as memory_peak_bytes, min(covered_from_usec) as first_covered_usec, max(covered_to_usec) as newest_usec
from (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
)
select key, coalesce(sum(covered_usec * (share_until - share_begin)), 0)::bigint as covered_usec,
	max(memory_peak_bytes_max) as memory_peak_bytes, min(covered_from_usec) as first_covered_usec, max(covered_to_usec) as newest_usec
from (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866152429977'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1340412983718228321}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.memory_peak_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.memory_peak_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:32.429977+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.memory_peak_bytes from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:32.429977+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select key, coalesce(sum(greatest(least(at_usec, ('1796125352429977'::int8))
		- greatest(at_usec - covered_usec, before_usec, from_usec), 0))
		filter (where part >= 0 and covered_usec is not null), 0)::bigint as covered_usec,
	max(memory_peak_bytes) filter (where part = 0) as memory_peak_bytes,
	min(at_usec - coalesce(covered_usec, 0)) as first_covered_usec, max(at_usec) as newest_usec
from (select k.*, lag(at_usec) over (partition by key order by at_usec) as before_usec from known k) as linked
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
select hr1_0.host_id,hr1_0.agent_version,hr1_0.capabilities,hr1_0.cgroup_version,hr1_0.clock_offset_usec,hr1_0.cpu_megahertz,hr1_0.cpus,hr1_0.docker_version,hr1_0.first_seen_at,hr1_0.interval_usec,hr1_0.kernel_version,hr1_0.last_seen_at,hr1_0.memory_bytes,hr1_0.name,date_part('epoch', now() - hr1_0.last_seen_at),hr1_0.source from host hr1_0 order by hr1_0.name
--> host_id int8
--> agent_version text
--> capabilities _text
--> cgroup_version int4
--> clock_offset_usec int8
--> cpu_megahertz int4
--> cpus int4
--> docker_version text
--> first_seen_at timestamptz
--> interval_usec int8
--> kernel_version text
--> last_seen_at timestamptz
--> memory_bytes int8
--> name text
--> date_part float8
--> source text
--@ api
select sr1_0.host_id,sr1_0.slice_id,sr1_0.capacity_cpu_millicores,sr1_0.capacity_memory_bytes,sr1_0.capacity_pids,sr1_0.name,sr1_0.summed from slice sr1_0 where sr1_0.host_id in (('2868745656503965826'::int8))
--> host_id int8
--> slice_id int8
--> capacity_cpu_millicores int8
--> capacity_memory_bytes int8
--> capacity_pids int8
--> name text
--> summed bool
--@ api
select rr1_0.host_id,rr1_0.run_id,rr1_0.addresses,rr1_0.closing,rr1_0.container_id,rr1_0.container_name,rr1_0.ended_at,rr1_0.exit_code,rr1_0.former_names,rr1_0.image,rr1_0.labels,rr1_0.limit_cpu_millicores,rr1_0.limit_memory_bytes,rr1_0.limit_pids,rr1_0.network_mode,rr1_0.oom_killed,rr1_0.runner,rr1_0.slice,rr1_0.slice_id,rr1_0.start_seen,rr1_0.started_at,rr1_0.state,rr1_0.unclaimed from run rr1_0 where rr1_0.ended_at is null and rr1_0.host_id in (('2868745656503965826'::int8)) order by rr1_0.runner,rr1_0.host_id,rr1_0.started_at desc,rr1_0.run_id
--> host_id int8
--> run_id int8
--> addresses _text
--> closing jsonb
--> container_id text
--> container_name text
--> ended_at timestamptz
--> exit_code int4
--> former_names _text
--> image text
--> labels jsonb
--> limit_cpu_millicores int8
--> limit_memory_bytes int8
--> limit_pids int8
--> network_mode text
--> oom_killed bool
--> runner text
--> slice text
--> slice_id int8
--> start_seen bool
--> started_at timestamptz
--> state text
--> unclaimed bool
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125323426190'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:42:03.42619+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:42:03.42619+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{0}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
)
select k.key, s.*
from keys k cross join lateral (
	select s.at, s.cpu_millicores, s.cpu_usage_usec, s.memory_bytes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:42:03.42619+00'::timestamp with time zone) order by s.at desc limit 1
) s
--> key int4
--> at timestamptz
--> cpu_millicores float8
--> cpu_usage_usec int8
--> memory_bytes int8
--> cpu_pressure_some_usec int8
--> cpu_pressure_full_usec int8
--> memory_pressure_some_usec int8
--> memory_pressure_full_usec int8
--> io_pressure_some_usec int8
--> io_pressure_full_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426190'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{0}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42619+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:42:33.42619+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select sum(case when cut then floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end * cut_end)::bigint - floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end * cut_begin)::bigint else case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end end)::bigint
	as increase_0,
count(cpu_usage_usec) filter (where part = 0) as samples_0,
coalesce(bool_or(cpu_usage_usec is not null and before_cpu_usage_usec is null and before_usec is not null), false) as gaps_0, sum(case when cut then floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end * cut_begin)::bigint else case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end end)::bigint
	as increase_1,
count(cpu_pressure_some_usec) filter (where part = 0) as samples_1,
coalesce(bool_or(cpu_pressure_some_usec is not null and before_cpu_pressure_some_usec is null and before_usec is not null), false) as gaps_1, sum(case when cut then floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end * cut_begin)::bigint else case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end end)::bigint
	as increase_2,
count(cpu_pressure_full_usec) filter (where part = 0) as samples_2,
coalesce(bool_or(cpu_pressure_full_usec is not null and before_cpu_pressure_full_usec is null and before_usec is not null), false) as gaps_2, sum(case when cut then floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end * cut_end)::bigint - floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end * cut_begin)::bigint else case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end end)::bigint
	as increase_3,
count(memory_pressure_some_usec) filter (where part = 0) as samples_3,
coalesce(bool_or(memory_pressure_some_usec is not null and before_memory_pressure_some_usec is null and before_usec is not null), false) as gaps_3, sum(case when cut then floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end * cut_end)::bigint - floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end * cut_begin)::bigint else case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end end)::bigint
	as increase_4,
count(memory_pressure_full_usec) filter (where part = 0) as samples_4,
coalesce(bool_or(memory_pressure_full_usec is not null and before_memory_pressure_full_usec is null and before_usec is not null), false) as gaps_4, sum(case when cut then floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end * cut_end)::bigint - floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end * cut_begin)::bigint else case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end end)::bigint
	as increase_5,
count(io_pressure_some_usec) filter (where part = 0) as samples_5,
coalesce(bool_or(io_pressure_some_usec is not null and before_io_pressure_some_usec is null and before_usec is not null), false) as gaps_5, sum(case when cut then floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end * cut_end)::bigint - floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end * cut_begin)::bigint else case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end end)::bigint
	as increase_6,
count(io_pressure_full_usec) filter (where part = 0) as samples_6,
coalesce(bool_or(io_pressure_full_usec is not null and before_io_pressure_full_usec is null and before_usec is not null), false) as gaps_6
from (
	select l.*, since_usec < from_usec or at_usec > ('1796125353426190'::int8) as cut,
		greatest(from_usec - since_usec, 0)::float8 / (at_usec - since_usec) as cut_begin,
		(least(at_usec, ('1796125353426190'::int8)) - least(since_usec, ('1796125353426190'::int8)))::float8 / (at_usec - since_usec) as cut_end
	from (
		select l.*, coalesce(before_usec, case when false
			then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end)
			as since_usec
		from (
			select k.*, lag(at_usec) over row_before as before_usec, lag(cpu_usage_usec) over row_before as before_cpu_usage_usec, lag(cpu_pressure_some_usec) over row_before as before_cpu_pressure_some_usec, lag(cpu_pressure_full_usec) over row_before as before_cpu_pressure_full_usec, lag(memory_pressure_some_usec) over row_before as before_memory_pressure_some_usec, lag(memory_pressure_full_usec) over row_before as before_memory_pressure_full_usec, lag(io_pressure_some_usec) over row_before as before_io_pressure_some_usec, lag(io_pressure_full_usec) over row_before as before_io_pressure_full_usec
			from known k
			window row_before as (partition by key order by at_usec)
		) as l
		where part >= 0
		offset 0
	) as l
	offset 0
) as l
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426190'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{0}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42619+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:42:33.42619+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('1796125353426190'::int8) = bucket as own,
		greatest(bucket * ('1796125353426190'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('1796125353426190'::int8), ('1796125353426190'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('1796125353426190'::int8),
			case when part = 0 then at_usec else ('1796125353426190'::int8) - 1 end / ('1796125353426190'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426190'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{0}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42619+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:42:33.42619+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
, cells as (
	select distinct on (metric, cell) metric, total
	from (select t.*, at_usec / (select max(interval_usec) from keys) as cell from totals t) as looked
	order by metric, cell, at_usec desc
)
select metric, (select min(total) from totals t where t.metric = c.metric) as least,
	(select max(total) from totals t where t.metric = c.metric) as greatest,
	percentile_cont(0.5) within group (order by total) as p50,
	percentile_cont(0.95) within group (order by total) as p95
from cells c
group by metric
--> metric int4
--> least float8
--> greatest float8
--> p50 float8
--> p95 float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426190'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{0}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, null::bigint as memory_peak_bytes from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, null::bigint as memory_peak_bytes from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42619+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, null::bigint as memory_peak_bytes from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:42:33.42619+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select key, coalesce(sum(greatest(least(at_usec, ('1796125353426190'::int8))
		- greatest(at_usec - covered_usec, before_usec, from_usec), 0))
		filter (where part >= 0 and covered_usec is not null), 0)::bigint as covered_usec,
	max(memory_peak_bytes) filter (where part = 0) as memory_peak_bytes,
	min(at_usec - coalesce(covered_usec, 0)) as first_covered_usec, max(at_usec) as newest_usec
from (select k.*, lag(at_usec) over (partition by key order by at_usec) as before_usec from known k) as linked
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426190'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from host_sample s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from host_sample s where s.host_id = k.host_id and s.at >= ('2026-12-01 11:32:33.42619+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{0}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
)
select key, started_usec, ended_usec, interval_usec, has_before
	or exists (select from host_hour s where s.host_id = k.host_id and s.at < ('2026-12-01 11:32:33.42619+00'::timestamp with time zone)) as has_before
from keys k
--> key int4
--> started_usec int8
--> ended_usec int8
--> interval_usec int8
--> has_before bool
--@ api
select host_id, slice_id from slice where host_id = any (cast(('{2868745656503965826}') as bigint[]))
--> host_id int8
--> slice_id int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796125323426080'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:42:03.42608+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:03.42608+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
)
select k.key, s.*
from keys k cross join lateral (
	select s.at, s.cpu_millicores, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.memory_bytes, s.memory_current_bytes, s.memory_anon_bytes, s.memory_file_bytes, s.memory_kernel_bytes, s.memory_shmem_bytes, s.memory_swap_bytes, s.memory_peak_bytes, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.pids, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:03.42608+00'::timestamp with time zone) order by s.at desc limit 1
) s
--> key int4
--> at timestamptz
--> cpu_millicores float8
--> cpu_usage_usec int8
--> cpu_user_usec int8
--> cpu_system_usec int8
--> cpu_periods int8
--> cpu_throttled_periods int8
--> cpu_throttled_usec int8
--> memory_bytes int8
--> memory_current_bytes int8
--> memory_anon_bytes int8
--> memory_file_bytes int8
--> memory_kernel_bytes int8
--> memory_shmem_bytes int8
--> memory_swap_bytes int8
--> memory_peak_bytes int8
--> oom_kills int8
--> network_received_bytes int8
--> network_sent_bytes int8
--> network_received_packets int8
--> network_sent_packets int8
--> network_errors int8
--> network_drops int8
--> network_all_bytes int8
--> io_read_bytes int8
--> io_write_bytes int8
--> io_reads int8
--> io_writes int8
--> pids int8
--> cpu_pressure_some_usec int8
--> cpu_pressure_full_usec int8
--> memory_pressure_some_usec int8
--> memory_pressure_full_usec int8
--> io_pressure_some_usec int8
--> io_pressure_full_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426080'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42608+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:33.42608+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select sum(case when cut then floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end * cut_end)::bigint - floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end * cut_begin)::bigint else case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end end)::bigint
	as increase_0,
count(cpu_usage_usec) filter (where part = 0) as samples_0,
coalesce(bool_or(cpu_usage_usec is not null and before_cpu_usage_usec is null and before_usec is not null), false) as gaps_0, sum(case when cut then floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then cpu_user_usec
	when since_usec is not null then cpu_user_usec end * cut_end)::bigint - floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then cpu_user_usec
	when since_usec is not null then cpu_user_usec end * cut_begin)::bigint else case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then cpu_user_usec
	when since_usec is not null then cpu_user_usec end end)::bigint
	as increase_1,
count(cpu_user_usec) filter (where part = 0) as samples_1,
coalesce(bool_or(cpu_user_usec is not null and before_cpu_user_usec is null and before_usec is not null), false) as gaps_1, sum(case when cut then floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then cpu_system_usec
	when since_usec is not null then cpu_system_usec end * cut_end)::bigint - floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then cpu_system_usec
	when since_usec is not null then cpu_system_usec end * cut_begin)::bigint else case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then cpu_system_usec
	when since_usec is not null then cpu_system_usec end end)::bigint
	as increase_2,
count(cpu_system_usec) filter (where part = 0) as samples_2,
coalesce(bool_or(cpu_system_usec is not null and before_cpu_system_usec is null and before_usec is not null), false) as gaps_2, sum(case when cut then floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then cpu_periods
	when since_usec is not null then cpu_periods end * cut_end)::bigint - floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then cpu_periods
	when since_usec is not null then cpu_periods end * cut_begin)::bigint else case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then cpu_periods
	when since_usec is not null then cpu_periods end end)::bigint
	as increase_3,
count(cpu_periods) filter (where part = 0) as samples_3,
coalesce(bool_or(cpu_periods is not null and before_cpu_periods is null and before_usec is not null), false) as gaps_3, sum(case when cut then floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then cpu_throttled_periods
	when since_usec is not null then cpu_throttled_periods end * cut_end)::bigint - floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then cpu_throttled_periods
	when since_usec is not null then cpu_throttled_periods end * cut_begin)::bigint else case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then cpu_throttled_periods
	when since_usec is not null then cpu_throttled_periods end end)::bigint
	as increase_4,
count(cpu_throttled_periods) filter (where part = 0) as samples_4,
coalesce(bool_or(cpu_throttled_periods is not null and before_cpu_throttled_periods is null and before_usec is not null), false) as gaps_4, sum(case when cut then floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then cpu_throttled_usec
	when since_usec is not null then cpu_throttled_usec end * cut_end)::bigint - floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then cpu_throttled_usec
	when since_usec is not null then cpu_throttled_usec end * cut_begin)::bigint else case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then cpu_throttled_usec
	when since_usec is not null then cpu_throttled_usec end end)::bigint
	as increase_5,
count(cpu_throttled_usec) filter (where part = 0) as samples_5,
coalesce(bool_or(cpu_throttled_usec is not null and before_cpu_throttled_usec is null and before_usec is not null), false) as gaps_5, sum(case when cut then floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then oom_kills
	when since_usec is not null then oom_kills end * cut_end)::bigint - floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then oom_kills
	when since_usec is not null then oom_kills end * cut_begin)::bigint else case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then oom_kills
	when since_usec is not null then oom_kills end end)::bigint
	as increase_6,
count(oom_kills) filter (where part = 0) as samples_6,
coalesce(bool_or(oom_kills is not null and before_oom_kills is null and before_usec is not null), false) as gaps_6, sum(case when cut then floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then network_received_bytes
	when since_usec is not null then network_received_bytes end * cut_end)::bigint - floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then network_received_bytes
	when since_usec is not null then network_received_bytes end * cut_begin)::bigint else case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then network_received_bytes
	when since_usec is not null then network_received_bytes end end)::bigint
	as increase_7,
count(network_received_bytes) filter (where part = 0) as samples_7,
coalesce(bool_or(network_received_bytes is not null and before_network_received_bytes is null and before_usec is not null), false) as gaps_7, sum(case when cut then floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then network_sent_bytes
	when since_usec is not null then network_sent_bytes end * cut_end)::bigint - floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then network_sent_bytes
	when since_usec is not null then network_sent_bytes end * cut_begin)::bigint else case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then network_sent_bytes
	when since_usec is not null then network_sent_bytes end end)::bigint
	as increase_8,
count(network_sent_bytes) filter (where part = 0) as samples_8,
coalesce(bool_or(network_sent_bytes is not null and before_network_sent_bytes is null and before_usec is not null), false) as gaps_8, sum(case when cut then floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then network_received_packets
	when since_usec is not null then network_received_packets end * cut_end)::bigint - floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then network_received_packets
	when since_usec is not null then network_received_packets end * cut_begin)::bigint else case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then network_received_packets
	when since_usec is not null then network_received_packets end end)::bigint
	as increase_9,
count(network_received_packets) filter (where part = 0) as samples_9,
coalesce(bool_or(network_received_packets is not null and before_network_received_packets is null and before_usec is not null), false) as gaps_9, sum(case when cut then floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then network_sent_packets
	when since_usec is not null then network_sent_packets end * cut_end)::bigint - floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then network_sent_packets
	when since_usec is not null then network_sent_packets end * cut_begin)::bigint else case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then network_sent_packets
	when since_usec is not null then network_sent_packets end end)::bigint
	as increase_10,
count(network_sent_packets) filter (where part = 0) as samples_10,
coalesce(bool_or(network_sent_packets is not null and before_network_sent_packets is null and before_usec is not null), false) as gaps_10, sum(case when cut then floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then network_errors
	when since_usec is not null then network_errors end * cut_end)::bigint - floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then network_errors
	when since_usec is not null then network_errors end * cut_begin)::bigint else case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then network_errors
	when since_usec is not null then network_errors end end)::bigint
	as increase_11,
count(network_errors) filter (where part = 0) as samples_11,
coalesce(bool_or(network_errors is not null and before_network_errors is null and before_usec is not null), false) as gaps_11, sum(case when cut then floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then network_drops
	when since_usec is not null then network_drops end * cut_end)::bigint - floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then network_drops
	when since_usec is not null then network_drops end * cut_begin)::bigint else case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then network_drops
	when since_usec is not null then network_drops end end)::bigint
	as increase_12,
count(network_drops) filter (where part = 0) as samples_12,
coalesce(bool_or(network_drops is not null and before_network_drops is null and before_usec is not null), false) as gaps_12, sum(case when cut then floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then network_all_bytes
	when since_usec is not null then network_all_bytes end * cut_end)::bigint - floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then network_all_bytes
	when since_usec is not null then network_all_bytes end * cut_begin)::bigint else case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then network_all_bytes
	when since_usec is not null then network_all_bytes end end)::bigint
	as increase_13,
count(network_all_bytes) filter (where part = 0) as samples_13,
coalesce(bool_or(network_all_bytes is not null and before_network_all_bytes is null and before_usec is not null), false) as gaps_13, sum(case when cut then floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then io_read_bytes
	when since_usec is not null then io_read_bytes end * cut_end)::bigint - floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then io_read_bytes
	when since_usec is not null then io_read_bytes end * cut_begin)::bigint else case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then io_read_bytes
	when since_usec is not null then io_read_bytes end end)::bigint
	as increase_14,
count(io_read_bytes) filter (where part = 0) as samples_14,
coalesce(bool_or(io_read_bytes is not null and before_io_read_bytes is null and before_usec is not null), false) as gaps_14, sum(case when cut then floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then io_write_bytes
	when since_usec is not null then io_write_bytes end * cut_end)::bigint - floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then io_write_bytes
	when since_usec is not null then io_write_bytes end * cut_begin)::bigint else case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then io_write_bytes
	when since_usec is not null then io_write_bytes end end)::bigint
	as increase_15,
count(io_write_bytes) filter (where part = 0) as samples_15,
coalesce(bool_or(io_write_bytes is not null and before_io_write_bytes is null and before_usec is not null), false) as gaps_15, sum(case when cut then floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then io_reads
	when since_usec is not null then io_reads end * cut_end)::bigint - floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then io_reads
	when since_usec is not null then io_reads end * cut_begin)::bigint else case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then io_reads
	when since_usec is not null then io_reads end end)::bigint
	as increase_16,
count(io_reads) filter (where part = 0) as samples_16,
coalesce(bool_or(io_reads is not null and before_io_reads is null and before_usec is not null), false) as gaps_16, sum(case when cut then floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then io_writes
	when since_usec is not null then io_writes end * cut_end)::bigint - floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then io_writes
	when since_usec is not null then io_writes end * cut_begin)::bigint else case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then io_writes
	when since_usec is not null then io_writes end end)::bigint
	as increase_17,
count(io_writes) filter (where part = 0) as samples_17,
coalesce(bool_or(io_writes is not null and before_io_writes is null and before_usec is not null), false) as gaps_17, sum(case when cut then floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end * cut_begin)::bigint else case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end end)::bigint
	as increase_18,
count(cpu_pressure_some_usec) filter (where part = 0) as samples_18,
coalesce(bool_or(cpu_pressure_some_usec is not null and before_cpu_pressure_some_usec is null and before_usec is not null), false) as gaps_18, sum(case when cut then floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end * cut_begin)::bigint else case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end end)::bigint
	as increase_19,
count(cpu_pressure_full_usec) filter (where part = 0) as samples_19,
coalesce(bool_or(cpu_pressure_full_usec is not null and before_cpu_pressure_full_usec is null and before_usec is not null), false) as gaps_19, sum(case when cut then floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end * cut_end)::bigint - floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end * cut_begin)::bigint else case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end end)::bigint
	as increase_20,
count(memory_pressure_some_usec) filter (where part = 0) as samples_20,
coalesce(bool_or(memory_pressure_some_usec is not null and before_memory_pressure_some_usec is null and before_usec is not null), false) as gaps_20, sum(case when cut then floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end * cut_end)::bigint - floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end * cut_begin)::bigint else case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end end)::bigint
	as increase_21,
count(memory_pressure_full_usec) filter (where part = 0) as samples_21,
coalesce(bool_or(memory_pressure_full_usec is not null and before_memory_pressure_full_usec is null and before_usec is not null), false) as gaps_21, sum(case when cut then floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end * cut_end)::bigint - floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end * cut_begin)::bigint else case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end end)::bigint
	as increase_22,
count(io_pressure_some_usec) filter (where part = 0) as samples_22,
coalesce(bool_or(io_pressure_some_usec is not null and before_io_pressure_some_usec is null and before_usec is not null), false) as gaps_22, sum(case when cut then floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end * cut_end)::bigint - floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end * cut_begin)::bigint else case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end end)::bigint
	as increase_23,
count(io_pressure_full_usec) filter (where part = 0) as samples_23,
coalesce(bool_or(io_pressure_full_usec is not null and before_io_pressure_full_usec is null and before_usec is not null), false) as gaps_23
from (
	select l.*, since_usec < from_usec or at_usec > ('1796125353426080'::int8) as cut,
		greatest(from_usec - since_usec, 0)::float8 / (at_usec - since_usec) as cut_begin,
		(least(at_usec, ('1796125353426080'::int8)) - least(since_usec, ('1796125353426080'::int8)))::float8 / (at_usec - since_usec) as cut_end
	from (
		select l.*, coalesce(before_usec, case when false
			then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end)
			as since_usec
		from (
			select k.*, lag(at_usec) over row_before as before_usec, lag(cpu_usage_usec) over row_before as before_cpu_usage_usec, lag(cpu_user_usec) over row_before as before_cpu_user_usec, lag(cpu_system_usec) over row_before as before_cpu_system_usec, lag(cpu_periods) over row_before as before_cpu_periods, lag(cpu_throttled_periods) over row_before as before_cpu_throttled_periods, lag(cpu_throttled_usec) over row_before as before_cpu_throttled_usec, lag(oom_kills) over row_before as before_oom_kills, lag(network_received_bytes) over row_before as before_network_received_bytes, lag(network_sent_bytes) over row_before as before_network_sent_bytes, lag(network_received_packets) over row_before as before_network_received_packets, lag(network_sent_packets) over row_before as before_network_sent_packets, lag(network_errors) over row_before as before_network_errors, lag(network_drops) over row_before as before_network_drops, lag(network_all_bytes) over row_before as before_network_all_bytes, lag(io_read_bytes) over row_before as before_io_read_bytes, lag(io_write_bytes) over row_before as before_io_write_bytes, lag(io_reads) over row_before as before_io_reads, lag(io_writes) over row_before as before_io_writes, lag(cpu_pressure_some_usec) over row_before as before_cpu_pressure_some_usec, lag(cpu_pressure_full_usec) over row_before as before_cpu_pressure_full_usec, lag(memory_pressure_some_usec) over row_before as before_memory_pressure_some_usec, lag(memory_pressure_full_usec) over row_before as before_memory_pressure_full_usec, lag(io_pressure_some_usec) over row_before as before_io_pressure_some_usec, lag(io_pressure_full_usec) over row_before as before_io_pressure_full_usec
			from known k
			window row_before as (partition by key order by at_usec)
		) as l
		where part >= 0
		offset 0
	) as l
	offset 0
) as l
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426080'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42608+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:33.42608+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null union all select 2 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_bytes as value, 1000000::float8 as per_second
from known where network_received_bytes is not null union all select 3 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_bytes as value, 1000000::float8 as per_second
from known where network_sent_bytes is not null union all select 4 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_packets as value, 1000000::float8 as per_second
from known where network_received_packets is not null union all select 5 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_packets as value, 1000000::float8 as per_second
from known where network_sent_packets is not null union all select 6 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_errors as value, 1000000::float8 as per_second
from known where network_errors is not null union all select 7 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_drops as value, 1000000::float8 as per_second
from known where network_drops is not null union all select 8 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_all_bytes as value, 1000000::float8 as per_second
from known where network_all_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('1796125353426080'::int8) = bucket as own,
		greatest(bucket * ('1796125353426080'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('1796125353426080'::int8), ('1796125353426080'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('1796125353426080'::int8),
			case when part = 0 then at_usec else ('1796125353426080'::int8) - 1 end / ('1796125353426080'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426080'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42608+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:33.42608+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
, cells as (
	select distinct on (metric, cell) metric, total
	from (select t.*, at_usec / (select max(interval_usec) from keys) as cell from totals t) as looked
	order by metric, cell, at_usec desc
)
select metric, (select min(total) from totals t where t.metric = c.metric) as least,
	(select max(total) from totals t where t.metric = c.metric) as greatest,
	percentile_cont(0.5) within group (order by total) as p50,
	percentile_cont(0.95) within group (order by total) as p95
from cells c
group by metric
--> metric int4
--> least float8
--> greatest float8
--> p50 float8
--> p95 float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426080'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.memory_peak_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.memory_peak_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.42608+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.memory_peak_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:33.42608+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select key, coalesce(sum(greatest(least(at_usec, ('1796125353426080'::int8))
		- greatest(at_usec - covered_usec, before_usec, from_usec), 0))
		filter (where part >= 0 and covered_usec is not null), 0)::bigint as covered_usec,
	max(memory_peak_bytes) filter (where part = 0) as memory_peak_bytes,
	min(at_usec - coalesce(covered_usec, 0)) as first_covered_usec, max(at_usec) as newest_usec
from (select k.*, lag(at_usec) over (partition by key order by at_usec) as before_usec from known k) as linked
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796124753426080'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:32:33.42608+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
)
select key, started_usec, ended_usec, interval_usec, has_before
	or exists (select from slice_hour s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:32:33.42608+00'::timestamp with time zone)) as has_before
from keys k
--> key int4
--> started_usec int8
--> ended_usec int8
--> interval_usec int8
--> has_before bool
--@ api
select sr1_0.host_id,sr1_0.slice_id,sr1_0.capacity_cpu_millicores,sr1_0.capacity_memory_bytes,sr1_0.capacity_pids,sr1_0.name,sr1_0.summed from slice sr1_0 where sr1_0.host_id in (('2868745656503965826'::int8)) and sr1_0.slice_id=('-1330312765847485442'::int8)
--> host_id int8
--> slice_id int8
--> capacity_cpu_millicores int8
--> capacity_memory_bytes int8
--> capacity_pids int8
--> name text
--> summed bool
--@ api
select rr1_0.host_id,rr1_0.run_id,rr1_0.runner,rr1_0.started_at,rr1_0.ended_at from run rr1_0 where rr1_0.slice_id in (('-1330312765847485442'::int8)) and rr1_0.host_id in (('2868745656503965826'::int8)) and rr1_0.started_at<('2026-12-01 11:42:33.670563+00') and (rr1_0.ended_at is null or rr1_0.ended_at>=('2026-12-01 10:42:33.670563+00')) order by rr1_0.started_at,rr1_0.host_id,rr1_0.run_id
--> host_id int8
--> run_id int8
--> runner text
--> started_at timestamptz
--> ended_at timestamptz
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121753670563'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.670563+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:33.670563+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000000::float8 as per_second
from known where cpu_usage_usec is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
)
select key, sum(floor(increase * ((least(greatest(('1796125353670563'::int8), since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(from_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint)::bigint as value
from spans
group by key
having bool_or(part = 0)
--> key int4
--> value int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121753670563'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
)
select k.key, (select round(max(s.memory_bytes))::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 10:42:33.670563+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:33.670563+00'::timestamp with time zone)) as value
from keys k
--> key int4
--> value int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_hour s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
)
select sum(floor(r.cpu_usage_usec_increase * share_until)::bigint - floor(r.cpu_usage_usec_increase * share_begin)::bigint)::bigint
	as increase_0, count(r.cpu_usage_usec_last) as samples_0, false as gaps_0, sum(floor(r.cpu_user_usec_increase * share_until)::bigint - floor(r.cpu_user_usec_increase * share_begin)::bigint)::bigint
	as increase_1, count(r.cpu_user_usec_last) as samples_1, false as gaps_1, sum(floor(r.cpu_system_usec_increase * share_until)::bigint - floor(r.cpu_system_usec_increase * share_begin)::bigint)::bigint
	as increase_2, count(r.cpu_system_usec_last) as samples_2, false as gaps_2, sum(floor(r.cpu_periods_increase * share_until)::bigint - floor(r.cpu_periods_increase * share_begin)::bigint)::bigint
	as increase_3, count(r.cpu_periods_last) as samples_3, false as gaps_3, sum(floor(r.cpu_throttled_periods_increase * share_until)::bigint - floor(r.cpu_throttled_periods_increase * share_begin)::bigint)::bigint
	as increase_4, count(r.cpu_throttled_periods_last) as samples_4, false as gaps_4, sum(floor(r.cpu_throttled_usec_increase * share_until)::bigint - floor(r.cpu_throttled_usec_increase * share_begin)::bigint)::bigint
	as increase_5, count(r.cpu_throttled_usec_last) as samples_5, false as gaps_5, sum(floor(r.oom_kills_increase * share_until)::bigint - floor(r.oom_kills_increase * share_begin)::bigint)::bigint
	as increase_6, count(r.oom_kills_last) as samples_6, false as gaps_6, sum(floor(r.network_received_bytes_increase * share_until)::bigint - floor(r.network_received_bytes_increase * share_begin)::bigint)::bigint
	as increase_7, count(r.network_received_bytes_last) as samples_7, false as gaps_7, sum(floor(r.network_sent_bytes_increase * share_until)::bigint - floor(r.network_sent_bytes_increase * share_begin)::bigint)::bigint
	as increase_8, count(r.network_sent_bytes_last) as samples_8, false as gaps_8, sum(floor(r.network_received_packets_increase * share_until)::bigint - floor(r.network_received_packets_increase * share_begin)::bigint)::bigint
	as increase_9, count(r.network_received_packets_last) as samples_9, false as gaps_9, sum(floor(r.network_sent_packets_increase * share_until)::bigint - floor(r.network_sent_packets_increase * share_begin)::bigint)::bigint
	as increase_10, count(r.network_sent_packets_last) as samples_10, false as gaps_10, sum(floor(r.network_errors_increase * share_until)::bigint - floor(r.network_errors_increase * share_begin)::bigint)::bigint
	as increase_11, count(r.network_errors_last) as samples_11, false as gaps_11, sum(floor(r.network_drops_increase * share_until)::bigint - floor(r.network_drops_increase * share_begin)::bigint)::bigint
	as increase_12, count(r.network_drops_last) as samples_12, false as gaps_12, sum(floor(r.network_all_bytes_increase * share_until)::bigint - floor(r.network_all_bytes_increase * share_begin)::bigint)::bigint
	as increase_13, count(r.network_all_bytes_last) as samples_13, false as gaps_13, sum(floor(r.io_read_bytes_increase * share_until)::bigint - floor(r.io_read_bytes_increase * share_begin)::bigint)::bigint
	as increase_14, count(r.io_read_bytes_last) as samples_14, false as gaps_14, sum(floor(r.io_write_bytes_increase * share_until)::bigint - floor(r.io_write_bytes_increase * share_begin)::bigint)::bigint
	as increase_15, count(r.io_write_bytes_last) as samples_15, false as gaps_15, sum(floor(r.io_reads_increase * share_until)::bigint - floor(r.io_reads_increase * share_begin)::bigint)::bigint
	as increase_16, count(r.io_reads_last) as samples_16, false as gaps_16, sum(floor(r.io_writes_increase * share_until)::bigint - floor(r.io_writes_increase * share_begin)::bigint)::bigint
	as increase_17, count(r.io_writes_last) as samples_17, false as gaps_17, sum(floor(r.cpu_pressure_some_usec_increase * share_until)::bigint - floor(r.cpu_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_18, count(r.cpu_pressure_some_usec_last) as samples_18, false as gaps_18, sum(floor(r.cpu_pressure_full_usec_increase * share_until)::bigint - floor(r.cpu_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_19, count(r.cpu_pressure_full_usec_last) as samples_19, false as gaps_19, sum(floor(r.memory_pressure_some_usec_increase * share_until)::bigint - floor(r.memory_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_20, count(r.memory_pressure_some_usec_last) as samples_20, false as gaps_20, sum(floor(r.memory_pressure_full_usec_increase * share_until)::bigint - floor(r.memory_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_21, count(r.memory_pressure_full_usec_last) as samples_21, false as gaps_21, sum(floor(r.io_pressure_some_usec_increase * share_until)::bigint - floor(r.io_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_22, count(r.io_pressure_some_usec_last) as samples_22, false as gaps_22, sum(floor(r.io_pressure_full_usec_increase * share_until)::bigint - floor(r.io_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_23, count(r.io_pressure_full_usec_last) as samples_23, false as gaps_23 from (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_minute s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
)
select sum(floor(r.cpu_usage_usec_increase * share_until)::bigint - floor(r.cpu_usage_usec_increase * share_begin)::bigint)::bigint
	as increase_0, count(r.cpu_usage_usec_last) as samples_0, false as gaps_0, sum(floor(r.cpu_user_usec_increase * share_until)::bigint - floor(r.cpu_user_usec_increase * share_begin)::bigint)::bigint
	as increase_1, count(r.cpu_user_usec_last) as samples_1, false as gaps_1, sum(floor(r.cpu_system_usec_increase * share_until)::bigint - floor(r.cpu_system_usec_increase * share_begin)::bigint)::bigint
	as increase_2, count(r.cpu_system_usec_last) as samples_2, false as gaps_2, sum(floor(r.cpu_periods_increase * share_until)::bigint - floor(r.cpu_periods_increase * share_begin)::bigint)::bigint
	as increase_3, count(r.cpu_periods_last) as samples_3, false as gaps_3, sum(floor(r.cpu_throttled_periods_increase * share_until)::bigint - floor(r.cpu_throttled_periods_increase * share_begin)::bigint)::bigint
	as increase_4, count(r.cpu_throttled_periods_last) as samples_4, false as gaps_4, sum(floor(r.cpu_throttled_usec_increase * share_until)::bigint - floor(r.cpu_throttled_usec_increase * share_begin)::bigint)::bigint
	as increase_5, count(r.cpu_throttled_usec_last) as samples_5, false as gaps_5, sum(floor(r.oom_kills_increase * share_until)::bigint - floor(r.oom_kills_increase * share_begin)::bigint)::bigint
	as increase_6, count(r.oom_kills_last) as samples_6, false as gaps_6, sum(floor(r.network_received_bytes_increase * share_until)::bigint - floor(r.network_received_bytes_increase * share_begin)::bigint)::bigint
	as increase_7, count(r.network_received_bytes_last) as samples_7, false as gaps_7, sum(floor(r.network_sent_bytes_increase * share_until)::bigint - floor(r.network_sent_bytes_increase * share_begin)::bigint)::bigint
	as increase_8, count(r.network_sent_bytes_last) as samples_8, false as gaps_8, sum(floor(r.network_received_packets_increase * share_until)::bigint - floor(r.network_received_packets_increase * share_begin)::bigint)::bigint
	as increase_9, count(r.network_received_packets_last) as samples_9, false as gaps_9, sum(floor(r.network_sent_packets_increase * share_until)::bigint - floor(r.network_sent_packets_increase * share_begin)::bigint)::bigint
	as increase_10, count(r.network_sent_packets_last) as samples_10, false as gaps_10, sum(floor(r.network_errors_increase * share_until)::bigint - floor(r.network_errors_increase * share_begin)::bigint)::bigint
	as increase_11, count(r.network_errors_last) as samples_11, false as gaps_11, sum(floor(r.network_drops_increase * share_until)::bigint - floor(r.network_drops_increase * share_begin)::bigint)::bigint
	as increase_12, count(r.network_drops_last) as samples_12, false as gaps_12, sum(floor(r.network_all_bytes_increase * share_until)::bigint - floor(r.network_all_bytes_increase * share_begin)::bigint)::bigint
	as increase_13, count(r.network_all_bytes_last) as samples_13, false as gaps_13, sum(floor(r.io_read_bytes_increase * share_until)::bigint - floor(r.io_read_bytes_increase * share_begin)::bigint)::bigint
	as increase_14, count(r.io_read_bytes_last) as samples_14, false as gaps_14, sum(floor(r.io_write_bytes_increase * share_until)::bigint - floor(r.io_write_bytes_increase * share_begin)::bigint)::bigint
	as increase_15, count(r.io_write_bytes_last) as samples_15, false as gaps_15, sum(floor(r.io_reads_increase * share_until)::bigint - floor(r.io_reads_increase * share_begin)::bigint)::bigint
	as increase_16, count(r.io_reads_last) as samples_16, false as gaps_16, sum(floor(r.io_writes_increase * share_until)::bigint - floor(r.io_writes_increase * share_begin)::bigint)::bigint
	as increase_17, count(r.io_writes_last) as samples_17, false as gaps_17, sum(floor(r.cpu_pressure_some_usec_increase * share_until)::bigint - floor(r.cpu_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_18, count(r.cpu_pressure_some_usec_last) as samples_18, false as gaps_18, sum(floor(r.cpu_pressure_full_usec_increase * share_until)::bigint - floor(r.cpu_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_19, count(r.cpu_pressure_full_usec_last) as samples_19, false as gaps_19, sum(floor(r.memory_pressure_some_usec_increase * share_until)::bigint - floor(r.memory_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_20, count(r.memory_pressure_some_usec_last) as samples_20, false as gaps_20, sum(floor(r.memory_pressure_full_usec_increase * share_until)::bigint - floor(r.memory_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_21, count(r.memory_pressure_full_usec_last) as samples_21, false as gaps_21, sum(floor(r.io_pressure_some_usec_increase * share_until)::bigint - floor(r.io_pressure_some_usec_increase * share_begin)::bigint)::bigint
	as increase_22, count(r.io_pressure_some_usec_last) as samples_22, false as gaps_22, sum(floor(r.io_pressure_full_usec_increase * share_until)::bigint - floor(r.io_pressure_full_usec_increase * share_begin)::bigint)::bigint
	as increase_23, count(r.io_pressure_full_usec_last) as samples_23, false as gaps_23 from (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866154869171'::int8))
	where not exists (select from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:34.869171+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.cpu_user_usec, s.cpu_system_usec, s.cpu_periods, s.cpu_throttled_periods, s.cpu_throttled_usec, s.oom_kills, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes, s.io_read_bytes, s.io_write_bytes, s.io_reads, s.io_writes, s.cpu_pressure_some_usec, s.cpu_pressure_full_usec, s.memory_pressure_some_usec, s.memory_pressure_full_usec, s.io_pressure_some_usec, s.io_pressure_full_usec from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:34.869171+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select sum(case when cut then floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end * cut_end)::bigint - floor(case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end * cut_begin)::bigint else case when before_cpu_usage_usec <= cpu_usage_usec then cpu_usage_usec - before_cpu_usage_usec when before_cpu_usage_usec is not null then cpu_usage_usec
	when since_usec is not null then cpu_usage_usec end end)::bigint
	as increase_0,
count(cpu_usage_usec) filter (where part = 0) as samples_0,
coalesce(bool_or(cpu_usage_usec is not null and before_cpu_usage_usec is null and before_usec is not null), false) as gaps_0, sum(case when cut then floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then cpu_user_usec
	when since_usec is not null then cpu_user_usec end * cut_end)::bigint - floor(case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then cpu_user_usec
	when since_usec is not null then cpu_user_usec end * cut_begin)::bigint else case when before_cpu_user_usec <= cpu_user_usec then cpu_user_usec - before_cpu_user_usec when before_cpu_user_usec is not null then cpu_user_usec
	when since_usec is not null then cpu_user_usec end end)::bigint
	as increase_1,
count(cpu_user_usec) filter (where part = 0) as samples_1,
coalesce(bool_or(cpu_user_usec is not null and before_cpu_user_usec is null and before_usec is not null), false) as gaps_1, sum(case when cut then floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then cpu_system_usec
	when since_usec is not null then cpu_system_usec end * cut_end)::bigint - floor(case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then cpu_system_usec
	when since_usec is not null then cpu_system_usec end * cut_begin)::bigint else case when before_cpu_system_usec <= cpu_system_usec then cpu_system_usec - before_cpu_system_usec when before_cpu_system_usec is not null then cpu_system_usec
	when since_usec is not null then cpu_system_usec end end)::bigint
	as increase_2,
count(cpu_system_usec) filter (where part = 0) as samples_2,
coalesce(bool_or(cpu_system_usec is not null and before_cpu_system_usec is null and before_usec is not null), false) as gaps_2, sum(case when cut then floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then cpu_periods
	when since_usec is not null then cpu_periods end * cut_end)::bigint - floor(case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then cpu_periods
	when since_usec is not null then cpu_periods end * cut_begin)::bigint else case when before_cpu_periods <= cpu_periods then cpu_periods - before_cpu_periods when before_cpu_periods is not null then cpu_periods
	when since_usec is not null then cpu_periods end end)::bigint
	as increase_3,
count(cpu_periods) filter (where part = 0) as samples_3,
coalesce(bool_or(cpu_periods is not null and before_cpu_periods is null and before_usec is not null), false) as gaps_3, sum(case when cut then floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then cpu_throttled_periods
	when since_usec is not null then cpu_throttled_periods end * cut_end)::bigint - floor(case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then cpu_throttled_periods
	when since_usec is not null then cpu_throttled_periods end * cut_begin)::bigint else case when before_cpu_throttled_periods <= cpu_throttled_periods then cpu_throttled_periods - before_cpu_throttled_periods when before_cpu_throttled_periods is not null then cpu_throttled_periods
	when since_usec is not null then cpu_throttled_periods end end)::bigint
	as increase_4,
count(cpu_throttled_periods) filter (where part = 0) as samples_4,
coalesce(bool_or(cpu_throttled_periods is not null and before_cpu_throttled_periods is null and before_usec is not null), false) as gaps_4, sum(case when cut then floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then cpu_throttled_usec
	when since_usec is not null then cpu_throttled_usec end * cut_end)::bigint - floor(case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then cpu_throttled_usec
	when since_usec is not null then cpu_throttled_usec end * cut_begin)::bigint else case when before_cpu_throttled_usec <= cpu_throttled_usec then cpu_throttled_usec - before_cpu_throttled_usec when before_cpu_throttled_usec is not null then cpu_throttled_usec
	when since_usec is not null then cpu_throttled_usec end end)::bigint
	as increase_5,
count(cpu_throttled_usec) filter (where part = 0) as samples_5,
coalesce(bool_or(cpu_throttled_usec is not null and before_cpu_throttled_usec is null and before_usec is not null), false) as gaps_5, sum(case when cut then floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then oom_kills
	when since_usec is not null then oom_kills end * cut_end)::bigint - floor(case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then oom_kills
	when since_usec is not null then oom_kills end * cut_begin)::bigint else case when before_oom_kills <= oom_kills then oom_kills - before_oom_kills when before_oom_kills is not null then oom_kills
	when since_usec is not null then oom_kills end end)::bigint
	as increase_6,
count(oom_kills) filter (where part = 0) as samples_6,
coalesce(bool_or(oom_kills is not null and before_oom_kills is null and before_usec is not null), false) as gaps_6, sum(case when cut then floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then network_received_bytes
	when since_usec is not null then network_received_bytes end * cut_end)::bigint - floor(case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then network_received_bytes
	when since_usec is not null then network_received_bytes end * cut_begin)::bigint else case when before_network_received_bytes <= network_received_bytes then network_received_bytes - before_network_received_bytes when before_network_received_bytes is not null then network_received_bytes
	when since_usec is not null then network_received_bytes end end)::bigint
	as increase_7,
count(network_received_bytes) filter (where part = 0) as samples_7,
coalesce(bool_or(network_received_bytes is not null and before_network_received_bytes is null and before_usec is not null), false) as gaps_7, sum(case when cut then floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then network_sent_bytes
	when since_usec is not null then network_sent_bytes end * cut_end)::bigint - floor(case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then network_sent_bytes
	when since_usec is not null then network_sent_bytes end * cut_begin)::bigint else case when before_network_sent_bytes <= network_sent_bytes then network_sent_bytes - before_network_sent_bytes when before_network_sent_bytes is not null then network_sent_bytes
	when since_usec is not null then network_sent_bytes end end)::bigint
	as increase_8,
count(network_sent_bytes) filter (where part = 0) as samples_8,
coalesce(bool_or(network_sent_bytes is not null and before_network_sent_bytes is null and before_usec is not null), false) as gaps_8, sum(case when cut then floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then network_received_packets
	when since_usec is not null then network_received_packets end * cut_end)::bigint - floor(case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then network_received_packets
	when since_usec is not null then network_received_packets end * cut_begin)::bigint else case when before_network_received_packets <= network_received_packets then network_received_packets - before_network_received_packets when before_network_received_packets is not null then network_received_packets
	when since_usec is not null then network_received_packets end end)::bigint
	as increase_9,
count(network_received_packets) filter (where part = 0) as samples_9,
coalesce(bool_or(network_received_packets is not null and before_network_received_packets is null and before_usec is not null), false) as gaps_9, sum(case when cut then floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then network_sent_packets
	when since_usec is not null then network_sent_packets end * cut_end)::bigint - floor(case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then network_sent_packets
	when since_usec is not null then network_sent_packets end * cut_begin)::bigint else case when before_network_sent_packets <= network_sent_packets then network_sent_packets - before_network_sent_packets when before_network_sent_packets is not null then network_sent_packets
	when since_usec is not null then network_sent_packets end end)::bigint
	as increase_10,
count(network_sent_packets) filter (where part = 0) as samples_10,
coalesce(bool_or(network_sent_packets is not null and before_network_sent_packets is null and before_usec is not null), false) as gaps_10, sum(case when cut then floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then network_errors
	when since_usec is not null then network_errors end * cut_end)::bigint - floor(case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then network_errors
	when since_usec is not null then network_errors end * cut_begin)::bigint else case when before_network_errors <= network_errors then network_errors - before_network_errors when before_network_errors is not null then network_errors
	when since_usec is not null then network_errors end end)::bigint
	as increase_11,
count(network_errors) filter (where part = 0) as samples_11,
coalesce(bool_or(network_errors is not null and before_network_errors is null and before_usec is not null), false) as gaps_11, sum(case when cut then floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then network_drops
	when since_usec is not null then network_drops end * cut_end)::bigint - floor(case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then network_drops
	when since_usec is not null then network_drops end * cut_begin)::bigint else case when before_network_drops <= network_drops then network_drops - before_network_drops when before_network_drops is not null then network_drops
	when since_usec is not null then network_drops end end)::bigint
	as increase_12,
count(network_drops) filter (where part = 0) as samples_12,
coalesce(bool_or(network_drops is not null and before_network_drops is null and before_usec is not null), false) as gaps_12, sum(case when cut then floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then network_all_bytes
	when since_usec is not null then network_all_bytes end * cut_end)::bigint - floor(case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then network_all_bytes
	when since_usec is not null then network_all_bytes end * cut_begin)::bigint else case when before_network_all_bytes <= network_all_bytes then network_all_bytes - before_network_all_bytes when before_network_all_bytes is not null then network_all_bytes
	when since_usec is not null then network_all_bytes end end)::bigint
	as increase_13,
count(network_all_bytes) filter (where part = 0) as samples_13,
coalesce(bool_or(network_all_bytes is not null and before_network_all_bytes is null and before_usec is not null), false) as gaps_13, sum(case when cut then floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then io_read_bytes
	when since_usec is not null then io_read_bytes end * cut_end)::bigint - floor(case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then io_read_bytes
	when since_usec is not null then io_read_bytes end * cut_begin)::bigint else case when before_io_read_bytes <= io_read_bytes then io_read_bytes - before_io_read_bytes when before_io_read_bytes is not null then io_read_bytes
	when since_usec is not null then io_read_bytes end end)::bigint
	as increase_14,
count(io_read_bytes) filter (where part = 0) as samples_14,
coalesce(bool_or(io_read_bytes is not null and before_io_read_bytes is null and before_usec is not null), false) as gaps_14, sum(case when cut then floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then io_write_bytes
	when since_usec is not null then io_write_bytes end * cut_end)::bigint - floor(case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then io_write_bytes
	when since_usec is not null then io_write_bytes end * cut_begin)::bigint else case when before_io_write_bytes <= io_write_bytes then io_write_bytes - before_io_write_bytes when before_io_write_bytes is not null then io_write_bytes
	when since_usec is not null then io_write_bytes end end)::bigint
	as increase_15,
count(io_write_bytes) filter (where part = 0) as samples_15,
coalesce(bool_or(io_write_bytes is not null and before_io_write_bytes is null and before_usec is not null), false) as gaps_15, sum(case when cut then floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then io_reads
	when since_usec is not null then io_reads end * cut_end)::bigint - floor(case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then io_reads
	when since_usec is not null then io_reads end * cut_begin)::bigint else case when before_io_reads <= io_reads then io_reads - before_io_reads when before_io_reads is not null then io_reads
	when since_usec is not null then io_reads end end)::bigint
	as increase_16,
count(io_reads) filter (where part = 0) as samples_16,
coalesce(bool_or(io_reads is not null and before_io_reads is null and before_usec is not null), false) as gaps_16, sum(case when cut then floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then io_writes
	when since_usec is not null then io_writes end * cut_end)::bigint - floor(case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then io_writes
	when since_usec is not null then io_writes end * cut_begin)::bigint else case when before_io_writes <= io_writes then io_writes - before_io_writes when before_io_writes is not null then io_writes
	when since_usec is not null then io_writes end end)::bigint
	as increase_17,
count(io_writes) filter (where part = 0) as samples_17,
coalesce(bool_or(io_writes is not null and before_io_writes is null and before_usec is not null), false) as gaps_17, sum(case when cut then floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end * cut_begin)::bigint else case when before_cpu_pressure_some_usec <= cpu_pressure_some_usec then cpu_pressure_some_usec - before_cpu_pressure_some_usec when before_cpu_pressure_some_usec is not null then cpu_pressure_some_usec
	when since_usec is not null then cpu_pressure_some_usec end end)::bigint
	as increase_18,
count(cpu_pressure_some_usec) filter (where part = 0) as samples_18,
coalesce(bool_or(cpu_pressure_some_usec is not null and before_cpu_pressure_some_usec is null and before_usec is not null), false) as gaps_18, sum(case when cut then floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end * cut_end)::bigint - floor(case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end * cut_begin)::bigint else case when before_cpu_pressure_full_usec <= cpu_pressure_full_usec then cpu_pressure_full_usec - before_cpu_pressure_full_usec when before_cpu_pressure_full_usec is not null then cpu_pressure_full_usec
	when since_usec is not null then cpu_pressure_full_usec end end)::bigint
	as increase_19,
count(cpu_pressure_full_usec) filter (where part = 0) as samples_19,
coalesce(bool_or(cpu_pressure_full_usec is not null and before_cpu_pressure_full_usec is null and before_usec is not null), false) as gaps_19, sum(case when cut then floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end * cut_end)::bigint - floor(case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end * cut_begin)::bigint else case when before_memory_pressure_some_usec <= memory_pressure_some_usec then memory_pressure_some_usec - before_memory_pressure_some_usec when before_memory_pressure_some_usec is not null then memory_pressure_some_usec
	when since_usec is not null then memory_pressure_some_usec end end)::bigint
	as increase_20,
count(memory_pressure_some_usec) filter (where part = 0) as samples_20,
coalesce(bool_or(memory_pressure_some_usec is not null and before_memory_pressure_some_usec is null and before_usec is not null), false) as gaps_20, sum(case when cut then floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end * cut_end)::bigint - floor(case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end * cut_begin)::bigint else case when before_memory_pressure_full_usec <= memory_pressure_full_usec then memory_pressure_full_usec - before_memory_pressure_full_usec when before_memory_pressure_full_usec is not null then memory_pressure_full_usec
	when since_usec is not null then memory_pressure_full_usec end end)::bigint
	as increase_21,
count(memory_pressure_full_usec) filter (where part = 0) as samples_21,
coalesce(bool_or(memory_pressure_full_usec is not null and before_memory_pressure_full_usec is null and before_usec is not null), false) as gaps_21, sum(case when cut then floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end * cut_end)::bigint - floor(case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end * cut_begin)::bigint else case when before_io_pressure_some_usec <= io_pressure_some_usec then io_pressure_some_usec - before_io_pressure_some_usec when before_io_pressure_some_usec is not null then io_pressure_some_usec
	when since_usec is not null then io_pressure_some_usec end end)::bigint
	as increase_22,
count(io_pressure_some_usec) filter (where part = 0) as samples_22,
coalesce(bool_or(io_pressure_some_usec is not null and before_io_pressure_some_usec is null and before_usec is not null), false) as gaps_22, sum(case when cut then floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end * cut_end)::bigint - floor(case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end * cut_begin)::bigint else case when before_io_pressure_full_usec <= io_pressure_full_usec then io_pressure_full_usec - before_io_pressure_full_usec when before_io_pressure_full_usec is not null then io_pressure_full_usec
	when since_usec is not null then io_pressure_full_usec end end)::bigint
	as increase_23,
count(io_pressure_full_usec) filter (where part = 0) as samples_23,
coalesce(bool_or(io_pressure_full_usec is not null and before_io_pressure_full_usec is null and before_usec is not null), false) as gaps_23
from (
	select l.*, since_usec < from_usec or at_usec > ('1796125354869171'::int8) as cut,
		greatest(from_usec - since_usec, 0)::float8 / (at_usec - since_usec) as cut_begin,
		(least(at_usec, ('1796125354869171'::int8)) - least(since_usec, ('1796125354869171'::int8)))::float8 / (at_usec - since_usec) as cut_end
	from (
		select l.*, coalesce(before_usec, case when false
			then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end)
			as since_usec
		from (
			select k.*, lag(at_usec) over row_before as before_usec, lag(cpu_usage_usec) over row_before as before_cpu_usage_usec, lag(cpu_user_usec) over row_before as before_cpu_user_usec, lag(cpu_system_usec) over row_before as before_cpu_system_usec, lag(cpu_periods) over row_before as before_cpu_periods, lag(cpu_throttled_periods) over row_before as before_cpu_throttled_periods, lag(cpu_throttled_usec) over row_before as before_cpu_throttled_usec, lag(oom_kills) over row_before as before_oom_kills, lag(network_received_bytes) over row_before as before_network_received_bytes, lag(network_sent_bytes) over row_before as before_network_sent_bytes, lag(network_received_packets) over row_before as before_network_received_packets, lag(network_sent_packets) over row_before as before_network_sent_packets, lag(network_errors) over row_before as before_network_errors, lag(network_drops) over row_before as before_network_drops, lag(network_all_bytes) over row_before as before_network_all_bytes, lag(io_read_bytes) over row_before as before_io_read_bytes, lag(io_write_bytes) over row_before as before_io_write_bytes, lag(io_reads) over row_before as before_io_reads, lag(io_writes) over row_before as before_io_writes, lag(cpu_pressure_some_usec) over row_before as before_cpu_pressure_some_usec, lag(cpu_pressure_full_usec) over row_before as before_cpu_pressure_full_usec, lag(memory_pressure_some_usec) over row_before as before_memory_pressure_some_usec, lag(memory_pressure_full_usec) over row_before as before_memory_pressure_full_usec, lag(io_pressure_some_usec) over row_before as before_io_pressure_some_usec, lag(io_pressure_full_usec) over row_before as before_io_pressure_full_usec
			from known k
			window row_before as (partition by key order by at_usec)
		) as l
		where part >= 0
		offset 0
	) as l
	offset 0
) as l
--> increase_0 int8
--> samples_0 int8
--> gaps_0 bool
--> increase_1 int8
--> samples_1 int8
--> gaps_1 bool
--> increase_2 int8
--> samples_2 int8
--> gaps_2 bool
--> increase_3 int8
--> samples_3 int8
--> gaps_3 bool
--> increase_4 int8
--> samples_4 int8
--> gaps_4 bool
--> increase_5 int8
--> samples_5 int8
--> gaps_5 bool
--> increase_6 int8
--> samples_6 int8
--> gaps_6 bool
--> increase_7 int8
--> samples_7 int8
--> gaps_7 bool
--> increase_8 int8
--> samples_8 int8
--> gaps_8 bool
--> increase_9 int8
--> samples_9 int8
--> gaps_9 bool
--> increase_10 int8
--> samples_10 int8
--> gaps_10 bool
--> increase_11 int8
--> samples_11 int8
--> gaps_11 bool
--> increase_12 int8
--> samples_12 int8
--> gaps_12 bool
--> increase_13 int8
--> samples_13 int8
--> gaps_13 bool
--> increase_14 int8
--> samples_14 int8
--> gaps_14 bool
--> increase_15 int8
--> samples_15 int8
--> gaps_15 bool
--> increase_16 int8
--> samples_16 int8
--> gaps_16 bool
--> increase_17 int8
--> samples_17 int8
--> gaps_17 bool
--> increase_18 int8
--> samples_18 int8
--> gaps_18 bool
--> increase_19 int8
--> samples_19 int8
--> gaps_19 bool
--> increase_20 int8
--> samples_20 int8
--> gaps_20 bool
--> increase_21 int8
--> samples_21 int8
--> gaps_21 bool
--> increase_22 int8
--> samples_22 int8
--> gaps_22 bool
--> increase_23 int8
--> samples_23 int8
--> gaps_23 bool
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_hour s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0 union all select 2 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_bytes_last is not null)::integer as samples, network_received_bytes_increase as increase,
	network_received_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_bytes_last is not null or network_received_bytes_increase is not null union all select 3 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_bytes_last is not null)::integer as samples, network_sent_bytes_increase as increase,
	network_sent_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_bytes_last is not null or network_sent_bytes_increase is not null union all select 4 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_packets_last is not null)::integer as samples, network_received_packets_increase as increase,
	network_received_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_packets_last is not null or network_received_packets_increase is not null union all select 5 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_packets_last is not null)::integer as samples, network_sent_packets_increase as increase,
	network_sent_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_packets_last is not null or network_sent_packets_increase is not null union all select 6 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_errors_last is not null)::integer as samples, network_errors_increase as increase,
	network_errors_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_errors_last is not null or network_errors_increase is not null union all select 7 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_drops_last is not null)::integer as samples, network_drops_increase as increase,
	network_drops_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_drops_last is not null or network_drops_increase is not null union all select 8 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_all_bytes_last is not null)::integer as samples, network_all_bytes_increase as increase,
	network_all_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_all_bytes_last is not null or network_all_bytes_increase is not null), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125354869171'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125354869171'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('1796125354869171'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('1796125354869171'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_minute s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0 union all select 2 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_bytes_last is not null)::integer as samples, network_received_bytes_increase as increase,
	network_received_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_bytes_last is not null or network_received_bytes_increase is not null union all select 3 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_bytes_last is not null)::integer as samples, network_sent_bytes_increase as increase,
	network_sent_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_bytes_last is not null or network_sent_bytes_increase is not null union all select 4 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_received_packets_last is not null)::integer as samples, network_received_packets_increase as increase,
	network_received_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_received_packets_last is not null or network_received_packets_increase is not null union all select 5 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_sent_packets_last is not null)::integer as samples, network_sent_packets_increase as increase,
	network_sent_packets_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_sent_packets_last is not null or network_sent_packets_increase is not null union all select 6 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_errors_last is not null)::integer as samples, network_errors_increase as increase,
	network_errors_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_errors_last is not null or network_errors_increase is not null union all select 7 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_drops_last is not null)::integer as samples, network_drops_increase as increase,
	network_drops_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_drops_last is not null or network_drops_increase is not null union all select 8 as metric, key, interval_usec, row_begin_usec, row_end_usec,
	(network_all_bytes_last is not null)::integer as samples, network_all_bytes_increase as increase,
	network_all_bytes_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
	null::float8 as level
from rolled where network_all_bytes_last is not null or network_all_bytes_increase is not null), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125354869171'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125354869171'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('1796125354869171'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('1796125354869171'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866154869171'::int8))
	where not exists (select from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:34.869171+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes, s.network_received_bytes, s.network_sent_bytes, s.network_received_packets, s.network_sent_packets, s.network_errors, s.network_drops, s.network_all_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:34.869171+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null union all select 2 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_bytes as value, 1000000::float8 as per_second
from known where network_received_bytes is not null union all select 3 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_bytes as value, 1000000::float8 as per_second
from known where network_sent_bytes is not null union all select 4 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_received_packets as value, 1000000::float8 as per_second
from known where network_received_packets is not null union all select 5 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_sent_packets as value, 1000000::float8 as per_second
from known where network_sent_packets is not null union all select 6 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_errors as value, 1000000::float8 as per_second
from known where network_errors is not null union all select 7 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_drops as value, 1000000::float8 as per_second
from known where network_drops is not null union all select 8 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, network_all_bytes as value, 1000000::float8 as per_second
from known where network_all_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('1796125354869171'::int8) = bucket as own,
		greatest(bucket * ('1796125354869171'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('1796125354869171'::int8), ('1796125354869171'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('1796125354869171'::int8),
			case when part = 0 then at_usec else ('1796125354869171'::int8) - 1 end / ('1796125354869171'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_hour s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), shared as (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r), binned as (select 0 as metric, b.bin, b.looks * (share_until - share_begin) as looks
from shared cross join lateral unnest(cpu_millicores_bins, cpu_millicores_looks) as b(bin, looks) union all select 1 as metric, b.bin, b.looks * (share_until - share_begin) as looks
from shared cross join lateral unnest(memory_bytes_bins, memory_bytes_looks) as b(bin, looks)), extremes_min as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_min::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_min::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125354869171'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125354869171'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('1796125354869171'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('1796125354869171'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, min(total) as value from totals group by metric), extremes_max as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_max::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_max::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125354869171'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125354869171'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('1796125354869171'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('1796125354869171'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, max(total) as value from totals group by metric)
select metric, bin, sum(looks) as looks, null::float8 as least, null::float8 as greatest
from binned
where bin is not null
group by metric, bin
union all
select metric, null, 0, least.value, greatest.value
from extremes_min least join extremes_max greatest using (metric)
--> metric int4
--> bin int2
--> looks float8
--> least float8
--> greatest float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_minute s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), shared as (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r), binned as (select 0 as metric, bin_of(greatest(cpu_millicores_sum / cpu_millicores_covered_usec, 0)) as bin,
	cpu_millicores_covered_usec::float8 / interval_usec * (share_until - share_begin) as looks
from shared where cpu_millicores_covered_usec > 0 union all select 1 as metric, bin_of(greatest(memory_bytes_sum / memory_bytes_covered_usec, 0)) as bin,
	memory_bytes_covered_usec::float8 / interval_usec * (share_until - share_begin) as looks
from shared where memory_bytes_covered_usec > 0), extremes_min as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_min::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_min::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125354869171'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125354869171'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('1796125354869171'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('1796125354869171'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, min(total) as value from totals group by metric), extremes_max as (with measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_max::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_max::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('1796125354869171'::int8), row_begin_usec, ('1796122800000000'::int8)) as begin_usec,
			least((bucket + 1) * ('1796125354869171'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from measured r cross join lateral generate_series(greatest(row_begin_usec, ('1796122800000000'::int8)) / ('1796125354869171'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('1796125354869171'::int8)) as bucket
		offset 0
	) as p
	offset 0
), levels as (
	select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
		interval_usec, null::bigint as ended_usec, level,
		least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
	from pieces
	where level is not null
), totals as (select metric, at_usec, level as total from levels where part = 0)
 select metric, max(total) as value from totals group by metric)
select metric, bin, sum(looks) as looks, null::float8 as least, null::float8 as greatest
from binned
where bin is not null
group by metric, bin
union all
select metric, null, 0, least.value, greatest.value
from extremes_min least join extremes_max greatest using (metric)
--> metric int4
--> bin int2
--> looks float8
--> least float8
--> greatest float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866154869171'::int8))
	where not exists (select from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:34.869171+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:34.869171+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), levels as (
	select metric, key, part, at_usec, interval_usec, ended_usec, level,
		least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
			as level_from
	from spans
	where metric <> all ('{0}'::integer[])
	union all
	select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
	from spans
	where metric = any ('{0}'::integer[]) and 2 * (at_usec - covered_from) >= interval_usec
	union all
	select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
		sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
	from spans
	where metric = any ('{0}'::integer[]) and part = 0 and at_usec > covered_from
	group by metric, key
	having 2 * max(at_usec - covered_from) < min(interval_usec)
), totals as (select metric, at_usec, level as total from levels where part = 0)
, cells as (
	select distinct on (metric, cell) metric, total
	from (select t.*, at_usec / (select max(interval_usec) from keys) as cell from totals t) as looked
	order by metric, cell, at_usec desc
)
select metric, bin_of(total) as bin, count(*)::float8 as looks, min(total) as least, max(total) as greatest
from cells
group by metric, bin
union all
select metric, null, 0, min(total), max(total) from totals group by metric
--> metric int4
--> bin int2
--> looks float8
--> least float8
--> greatest float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_hour s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
)
select key, coalesce(sum(covered_usec * (share_until - share_begin)), 0)::bigint as covered_usec,
	max(memory_peak_bytes_max) as memory_peak_bytes, min(covered_from_usec) as first_covered_usec, max(covered_to_usec) as newest_usec
from (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_minute s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
)
select key, coalesce(sum(covered_usec * (share_until - share_begin)), 0)::bigint as covered_usec,
	max(memory_peak_bytes_max) as memory_peak_bytes, min(covered_from_usec) as first_covered_usec, max(covered_to_usec) as newest_usec
from (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866154869171'::int8))
	where not exists (select from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.memory_peak_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.memory_peak_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:34.869171+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.memory_peak_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:34.869171+00'::timestamp with time zone) order by s.at limit 1)
	) s
)
select key, coalesce(sum(greatest(least(at_usec, ('1796125354869171'::int8))
		- greatest(at_usec - covered_usec, before_usec, from_usec), 0))
		filter (where part >= 0 and covered_usec is not null), 0)::bigint as covered_usec,
	max(memory_peak_bytes) filter (where part = 0) as memory_peak_bytes,
	min(at_usec - coalesce(covered_usec, 0)) as first_covered_usec, max(at_usec) as newest_usec
from (select k.*, lag(at_usec) over (partition by key order by at_usec) as before_usec from known k) as linked
group by key
--> key int4
--> covered_usec int8
--> memory_peak_bytes int8
--> first_covered_usec int8
--> newest_usec int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
)
select key, sum(floor(cpu_usage_usec_increase * share_until)::bigint - floor(cpu_usage_usec_increase * share_begin)::bigint)::bigint
	as value
from (select r.*, greatest(('1796083200000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796122800000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
group by key
having bool_or(samples > 0)
--> key int4
--> value int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
)
select key, sum(floor(cpu_usage_usec_increase * share_until)::bigint - floor(cpu_usage_usec_increase * share_begin)::bigint)::bigint
	as value
from (select r.*, greatest(('1796122800000000'::int8) - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(('1796125260000000'::int8) - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until from rolled r) as r
group by key
having bool_or(samples > 0)
--> key int4
--> value int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866154869171'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:34.869171+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:42:34.869171+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000000::float8 as per_second
from known where cpu_usage_usec is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8)))
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then 0
				when covered_usec is not null and not has_before and ((start_seen and started_usec >= ('1796083200000000'::int8))
or (at_usec = first_usec and at_usec - 3 * interval_usec > ('1796083200000000'::int8))) then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
)
select key, sum(floor(increase * ((least(greatest(('1796125354869171'::int8), since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(from_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint)::bigint as value
from spans
group by key
having bool_or(part = 0)
--> key int4
--> value int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_hour s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
)
select key, round(max(memory_bytes_max))::bigint as value from rolled group by key
--> key int4
--> value int8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join run_minute s on s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
)
select key, round(max(memory_bytes_max))::bigint as value from rolled group by key
--> key int4
--> value int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866154869171'::int8))
	where not exists (select from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826,2868745656503965826}') as bigint[]), cast(('{-1340412983718228321,-2484815940593454168}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on r.host_id = k.host_id and r.run_id = k.id
)
select k.key, (select round(max(s.memory_bytes))::bigint from run_sample s where s.host_id = k.host_id and s.run_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:34.869171+00'::timestamp with time zone)) as value
from keys k
--> key int4
--> value int8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, ('1796121759286902'::int8) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 10:42:39.286902+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 10:42:39.286902+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 10:42:39.286902+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 10:42:39.286902+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:39.286902+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:39.286902+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('5000000'::int8) = bucket as own,
		greatest(bucket * ('5000000'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('5000000'::int8), ('1796125359286902'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('5000000'::int8),
			case when part = 0 then at_usec else ('1796125359286902'::int8) - 1 end / ('5000000'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 60000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_minute s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('300000000'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('300000000'::int8), row_end_usec, ('1796125260000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('300000000'::int8),
			(least(row_end_usec, ('1796125260000000'::int8)) - 1) / ('300000000'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with keys as materialized (
	select k.place::integer as key, k.host_id, k.id, coalesce((
	select greatest((select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1),
		('1795866159377104'::int8))
	where not exists (select from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone))
), ('1796125260000000'::int8)) as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
		coalesce(r.start_seen, false) as start_seen, round(date_part('epoch', r.started_at) * 1000000)::bigint as started_usec, round(date_part('epoch', r.ended_at) * 1000000)::bigint as ended_usec,
		(select s.at from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1) is not null
			as has_before,
		(select round(date_part('epoch', s.at) * 1000000)::bigint from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at limit 1) as first_usec
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	left join run r on false
), known as (
	select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint as at_usec, s.*
	from keys k cross join lateral (
		(select -1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at < ('2026-12-01 11:41:00+00'::timestamp with time zone) order by s.at desc limit 1)
		union all
		(select 0 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:41:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:42:39.377104+00'::timestamp with time zone))
		union all
		(select 1 as part, s.at, s.covered_usec, s.cpu_usage_usec, s.memory_bytes from slice_sample s where s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 11:42:39.377104+00'::timestamp with time zone) order by s.at limit 1)
	) s
), measured as (
	select 0 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, cpu_usage_usec as value, 1000::float8 as per_second
from known where cpu_usage_usec is not null union all select 1 as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
	first_usec, covered_usec, memory_bytes as value, null::float8 as per_second
from known where memory_bytes is not null
), spans as (
	select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
		case when covered_usec is not null and (per_second is null or since_usec is not null)
			then greatest(at_usec - covered_usec, since_usec) end as covered_from,
		case when per_second is null then value::float8
			else increase * per_second / (at_usec - since_usec) end as level
	from (
		select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
			per_second,
			case when before_usec is not null then before_usec
				when per_second is not null and false
					then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
				as since_usec,
			case when per_second is null then null
				when before_value <= value then value - before_value
				when before_value is not null then value
				when false then value end as increase
		from (
			select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
			from measured m
			window row_before as (partition by metric, key order by at_usec)
		) as linked
		where part >= 0
		offset 0
	) as increased
	offset 0
), united as (select s.*, covered_from as new_from from spans s), pieces as (
	select p.*, part = 0 and at_usec / ('300000000'::int8) = bucket as own,
		greatest(bucket * ('300000000'::int8), from_usec) as begin_usec,
		least((bucket + 1) * ('300000000'::int8), ('1796125359377104'::int8)) as until_usec
	from (
		select u.*, generate_series(
			greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
				/ ('300000000'::int8),
			case when part = 0 then at_usec else ('1796125359377104'::int8) - 1 end / ('300000000'::int8)) as bucket
		from united u
		offset 0
	) p
	offset 0
)
select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
	sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
from (
	select metric, bucket, key,
		count(*) filter (where own) as samples,
		sum(floor(increase * ((least(greatest(until_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint - floor(increase * ((least(greatest(begin_usec, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint) as increase,
		sum(case when covered_from is not null then
			level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
			as weighted,
		sum(case when new_from is not null then
			greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
		avg(level) filter (where own) as plain
	from pieces
	group by metric, bucket, key
) as per_key
group by metric, bucket
--> metric int4
--> bucket int8
--> samples int8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8
--@ api
with rolled as (
	select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, round(date_part('epoch', s.at) * 1000000)::bigint as row_begin_usec,
		round(date_part('epoch', s.at) * 1000000)::bigint + 3600000000 as row_end_usec, round(date_part('epoch', s.covered_from) * 1000000)::bigint as covered_from_usec, round(date_part('epoch', s.covered_to) * 1000000)::bigint as covered_to_usec, s.*
	from unnest(cast(('{2868745656503965826}') as bigint[]), cast(('{-1330312765847485442}') as bigint[])) with ordinality as k(host_id, id, place)
	left join host h on h.host_id = k.host_id
	join slice_hour s on s.host_id = k.host_id and s.slice_id = k.id and s.at >= ('2026-12-01 00:00:00+00'::timestamp with time zone) and s.at < ('2026-12-01 11:00:00+00'::timestamp with time zone)
), measured as (select 0 as metric, key, interval_usec, row_begin_usec, row_end_usec, cpu_millicores_count as samples,
	null::bigint as increase, cpu_millicores_sum as weighted, coalesce(cpu_millicores_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(cpu_millicores_covered_usec, 0) = 0 then cpu_millicores_last::float8 end as plain, cpu_millicores_last::float8 as level
from rolled where cpu_millicores_count > 0 or cpu_millicores_covered_usec > 0 union all select 1 as metric, key, interval_usec, row_begin_usec, row_end_usec, memory_bytes_count as samples,
	null::bigint as increase, memory_bytes_sum as weighted, coalesce(memory_bytes_covered_usec, 0) as covered_usec,
	covered_from_usec as covered_from, covered_to_usec as covered_to,
	case when coalesce(memory_bytes_covered_usec, 0) = 0 then memory_bytes_last::float8 end as plain, memory_bytes_last::float8 as level
from rolled where memory_bytes_count > 0 or memory_bytes_covered_usec > 0), united as (select v.*, covered_from as new_from from measured v), pieces as (
	select p.*, greatest(begin_usec - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
least(until_usec - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
	as share_until
	from (
		select r.*, bucket, greatest(bucket * ('21600000000'::int8), row_begin_usec, ('1796083200000000'::int8)) as begin_usec,
			least((bucket + 1) * ('21600000000'::int8), row_end_usec, ('1796122800000000'::int8)) as until_usec
		from united r cross join lateral generate_series(greatest(row_begin_usec, ('1796083200000000'::int8)) / ('21600000000'::int8),
			(least(row_end_usec, ('1796122800000000'::int8)) - 1) / ('21600000000'::int8)) as bucket
		offset 0
	) as p
	offset 0
)
select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
	sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
	sum(weighted * (share_until - share_begin)) as weighted,
	coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
		/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
	sum(plain) as plain
from pieces
group by metric, bucket
--> metric int4
--> bucket int8
--> samples float8
--> increase int8
--> weighted float8
--> united_usec int8
--> plain float8

-- The four database roles of an installation. Run it once as a superuser, connected to Slicemeter's database, before the
-- first migration; each migration gives the roles their rights. An installation that began without these roles becomes
-- theirs by running it then; and it may be run again at any time, to change the passwords.
--
--     psql -d slicemeter -v owner_password=… -v agent_password=… -v api_password=… -v maintainer_password=… -f db/roles.sql
--
-- | role                  | is for             | may                                                                         |
-- |-----------------------|--------------------|-----------------------------------------------------------------------------|
-- | slicemeter_owner      | role `migrate`     | owns all tables and functions                                               |
-- | slicemeter_agent      | role `agent`       | insert samples and late marks; read and write the catalogue; make partitions |
-- | slicemeter_api        | role `api`         | read everything; write measurements                                         |
-- | slicemeter_maintainer | role `maintain`    | execute the functions of maintenance, nothing else                          |

\set ON_ERROR_STOP on

select format('create role %I login', role)
from unnest(array['slicemeter_owner', 'slicemeter_agent', 'slicemeter_api', 'slicemeter_maintainer']) as role
where not exists (select from pg_roles where rolname = role) \gexec

alter role slicemeter_owner password :'owner_password';
alter role slicemeter_agent password :'agent_password';
alter role slicemeter_api password :'api_password';
alter role slicemeter_maintainer password :'maintainer_password';

\ir roles/rights.sql
\ir migration/afterMigrate.sql

-- Runs once, by PostgreSQL's own user, when the volume of the database is new (compose.cluster.yaml). The shop gets a role that owns its database and
-- nothing else; the password of the environment is its own. PostgreSQL's own user keeps none, so that nobody comes in by it over the network.
\getenv password POSTGRES_PASSWORD
create role hexlime login nosuperuser nocreatedb nocreaterole password :'password';
create database hexlime owner hexlime encoding 'UTF8' template template0;
revoke connect on database hexlime from public;
alter role postgres password null;

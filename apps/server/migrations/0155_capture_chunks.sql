-- A capture of the fleet is divided into chunks when it begins: its first job goes on with the targets before this position, and
-- the others have jobs of their own. Null until then.
alter table captures add column first_chunk_end int;

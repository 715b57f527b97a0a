-- The last migration without which a version cannot work on this schema. Versions that have it start, although the schema has
-- migrations that they do not know. A migration that breaks earlier versions sets this to its own name.
create table schema_floor (
  only_row boolean primary key default true check (only_row),
  migration text not null
);
insert into schema_floor (migration) values ('0156_schema_floor');

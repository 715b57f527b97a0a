-- Why something was rejected, in the words of the person who did.
alter table decisions add column note text check (note is null or kind = 'rejected');
-- Tells principals of one name apart: as in comments, the same as the actor with an id. Empty for the service itself, null for
-- decisions from before this column.
alter table decisions add column actor_id text;

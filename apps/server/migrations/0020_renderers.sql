-- What a picture of the fleet was rendered with; null for uploaded ones.
alter table snapshots add column renderer text;
-- The capture that a result's base picture is from.
alter table results add column base_from text;

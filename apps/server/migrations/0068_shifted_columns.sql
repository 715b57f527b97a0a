-- Columns that shifted and blocks that moved, found by the engine beside rows that shifted; null of comparisons that were made
-- before this, whose regions also lack their kind, severity and place in the baseline.
alter table comparisons add column column_changes jsonb;
alter table comparisons add column moves jsonb;

-- Which version of the rules told a cause. Later rules may explain less by it, and a decision by cause covers what it explains.
alter table comparison_causes add column version integer not null default 0;

-- How often in a row the commit of a check could not be judged: each further attempt waits longer.
alter table check_runs add column judge_attempts integer not null default 0;

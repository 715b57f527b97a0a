-- Who looks for the result of a slot that is undecided may come through this index or through the key, whichever the planner takes for
-- cheaper. By the diff alone, each look read all that is undecided in it: 25 million rows for 5,000 results.
drop index results_undecided;
create index results_undecided on results (diff_id, name, viewport, browser) where approval_status <> 'approved';

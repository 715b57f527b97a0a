-- Whether a baseline moved under an undecided result is asked for every build that is shown. Of 5,000 results of a build, nearly
-- all are unchanged, which makes them approved: without this, all of them are read to find the others.
create index results_undecided on results (diff_id) where approval_status <> 'approved';

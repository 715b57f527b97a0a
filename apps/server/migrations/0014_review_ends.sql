-- The builds that captured the slot since, each by its capture and commit. A head that has seen none of them, since they
-- were dropped from the branch, still has the review to carry (R23).
alter table open_reviews add column ends jsonb not null default '[]';

-- Whether the head did not capture the slot: what it shows is from elsewhere (R23). Of a removal, nothing else says it.
alter table results add column carried boolean not null default false;

-- Pages of the run in CI, which lists and the review link to: the run, the commit, the pull request.
alter table captures add column ci jsonb;
alter table review_sessions add column ci jsonb;

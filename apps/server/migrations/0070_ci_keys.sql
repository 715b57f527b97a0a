-- Keys that CI gets for its identity token: held to a ref of a repository, or to ephemeral captures where the branch is null.
alter table api_keys
  add column ci_repository text,
  add column ci_ref text,
  add column ci_branch text,
  add check ((ci_repository is null) = (ci_ref is null)),
  add check (ci_repository is not null or ci_branch is null),
  add check (ci_repository is null or expires_at is not null);
create index api_keys_of_ci on api_keys (expires_at) where ci_repository is not null;

alter table review_sessions add column ephemeral boolean not null default false;

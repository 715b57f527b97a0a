-- Whether a build of a newer commit of a branch ends what is still running for older commits of it.
alter table projects
  add column cancel_superseded text not null default 'never'
    check (cancel_superseded in ('never', 'other-branches', 'all-branches'));

-- Why a session was ended before it was complete; it counts as expired otherwise.
alter table review_sessions
  add column cancelled_because text,
  add check (cancelled_because is null or expired_at is not null);

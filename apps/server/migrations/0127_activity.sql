-- Notifications of members by e-mail.
alter table mails
  -- What happened, where it goes to a person.
  add column notices jsonb,
  -- The diff that it is about: what happens there is told in one letter, as long as that is not begun.
  add column topic text,
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('invitation', 'password-reset', 'activity'));
create unique index mails_open on mails (user_id, topic) where attempts = 0 and given_up_at is null;

-- Notifications that somebody wants. Without a row, the defaults of the service apply.
create table mail_preferences (
  user_id text primary key references users on delete cascade,
  mentions boolean not null,
  replies boolean not null,
  requests boolean not null,
  -- Builds that wait for a review or have rejected changes: none, those of one's own pull requests, or all.
  builds text not null,
  check (builds in ('none', 'mine', 'all'))
);

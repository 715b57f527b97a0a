-- Projects may show their check runs on Gitea, Forgejo and both kinds of Bitbucket.
alter table code_hosts
  drop constraint code_hosts_kind_check,
  add constraint code_hosts_kind_check
    check (kind in ('github', 'gitlab', 'gitea', 'bitbucket', 'bitbucket-data-center', 'webhook'));

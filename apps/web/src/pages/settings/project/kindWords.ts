import type { CodeHostKind } from '@svc/schema';

export const kindWords: Readonly<Record<CodeHostKind, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket Cloud',
  'bitbucket-data-center': 'Bitbucket Data Center',
  webhook: 'Webhook',
};

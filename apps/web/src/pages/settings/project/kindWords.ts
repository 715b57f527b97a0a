import type { CodeHostKind } from '@svc/schema';

export const kindWords: Readonly<Record<CodeHostKind, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  webhook: 'Webhook',
};

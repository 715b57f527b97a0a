/** Documents with tables of settings, from the root of the repository. */
export const documents = [
  'docs/settings.md',
  'docs/code-hosts.md',
  'docs/access.md',
  'docs/email.md',
  'docs/storage.md',
];

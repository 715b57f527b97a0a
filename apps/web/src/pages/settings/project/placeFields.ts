import type { CodeHostKind } from '@svc/schema';

/** What the form asks for to find a repository, and to open it; null for what a host does not need. */
interface PlaceFields {
  repository: { placeholder: string; hint?: string } | null;
  address: { placeholder: string; required: boolean } | null;
  secret: { label: string; hint: string } | null;
}

const sealed = 'It is stored encrypted and never shown.';
const token = (hint: string) => ({ label: 'Access token', hint: `${hint} ${sealed}` });

export const placeFields: Readonly<Record<CodeHostKind, PlaceFields>> = {
  github: {
    repository: {
      placeholder: 'owner/name',
      hint: 'The GitHub App of this service must be installed there.',
    },
    address: null,
    secret: null,
  },
  gitlab: {
    repository: { placeholder: 'group/project' },
    address: { placeholder: 'https://gitlab.com', required: false },
    secret: token('With the scope api.'),
  },
  gitea: {
    repository: { placeholder: 'owner/name' },
    address: { placeholder: 'https://gitea.example.com', required: true },
    secret: token('With write:repository, and write:issue and read:user for comments.'),
  },
  bitbucket: {
    repository: { placeholder: 'workspace/name' },
    address: null,
    secret: token('An access token, or an email address, a colon and an API token.'),
  },
  'bitbucket-data-center': {
    repository: { placeholder: 'PROJECT/name' },
    address: { placeholder: 'https://bitbucket.example.com', required: true },
    secret: token('An HTTP access token with the permission to write to the repository.'),
  },
  webhook: {
    repository: null,
    address: { placeholder: 'https://ci.example.com/hooks/svc', required: true },
    secret: {
      label: 'Secret',
      hint: `Signs what is sent: whsec_ and 24 to 64 bytes in base64. ${sealed}`,
    },
  },
};

import type { Role } from '@svc/schema';

/** What a member with the role may do in all projects of an organisation. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'do everything, members and invitations included',
  maintainer: 'review, and change settings, API keys and the code host',
  reviewer: 'look, upload and decide',
  viewer: 'look at everything and change nothing',
};

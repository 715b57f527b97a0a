import type { Role } from '@svc/schema';

/** The roles, the least first. */
export const roleOptions: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'reviewer', label: 'Reviewer' },
  { value: 'maintainer', label: 'Maintainer' },
  { value: 'owner', label: 'Owner' },
];

import type { Organisation, Role } from '@svc/schema';

export const presentOrganisation = (row: { name: string; created_at: Date }, role: Role): Organisation => ({
  name: row.name,
  role,
  createdAt: row.created_at.toISOString(),
});

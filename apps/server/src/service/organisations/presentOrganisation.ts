import type { Organisation, Role } from '@svc/schema';
import { actionsOfRole } from '../../domain/access/mayDo.js';

export const presentOrganisation = (row: { name: string; createdAt: Date }, role: Role): Organisation => ({
  name: row.name,
  role,
  may: [...actionsOfRole[role]],
  createdAt: row.createdAt.toISOString(),
});

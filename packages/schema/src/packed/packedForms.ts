import type { RegionKind, Severity } from '../change.js';
import type { BaseReason } from '../enums.js';

/** What the numbers of a packed result stand for: places in these lists. */
export const packedStatuses = ['changed', 'new', 'removed', 'unchanged', 'skipped'] as const;
export const packedApprovals = ['pending', 'approved', 'rejected'] as const;
export const packedRowChanges = ['inserted', 'removed', 'moved'] as const;
export const packedKinds = [
  'added',
  'removed',
  'recolored',
  'moved',
  'text',
  'changed',
] as const satisfies readonly RegionKind[];
export const packedSeverities = ['low', 'medium', 'high'] as const satisfies readonly Severity[];
export const packedReasons = [
  'target-seen',
  'own-approved',
  'target-moved',
  'base-capture',
  'remembered',
  'history-unknown',
  'first-of-branch',
] as const satisfies readonly BaseReason[];

/** The characters of base64url. */
export const base64Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Characters of a SHA-256 in it. */
export const hashLength = 43;

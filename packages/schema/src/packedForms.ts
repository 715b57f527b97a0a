/** What the numbers of a packed result stand for: places in these lists. */
export const packedStatuses = ['changed', 'new', 'removed', 'unchanged', 'skipped'] as const;
export const packedApprovals = ['pending', 'approved', 'rejected'] as const;
export const packedRowChanges = ['inserted', 'removed', 'moved'] as const;

/** The characters of base64url. */
export const base64Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Characters of a SHA-256 in it. */
export const hashLength = 43;

/** How many bytes the JSON body of an operation may have. */
export const bodyLimits = {
  /** Unless the operation says otherwise. */
  usual: 64 * 1024,
  /** A thousand ids or hashes. */
  list: 256 * 1024,
  /** 20,000 targets, names or decisions, with room to spare. */
  large: 32 * 1024 * 1024,
} as const;

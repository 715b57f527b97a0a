/** How every command ends. */
export const exitCodes = {
  /** Nothing to review: no changes, or all of them approved. */
  success: 0,
  /** Changes that nobody approved, or snapshots that could not be captured. */
  changes: 1,
  /** The command could not do its work. */
  error: 2,
  /** Ctrl-C, as shells expect it: 128 + SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

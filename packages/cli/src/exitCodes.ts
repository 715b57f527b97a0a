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

/** What a process can end with: 32 bits on Windows, 8 bits elsewhere, where no failure may become a 0. */
export const carriedCode = (code: number, platform: NodeJS.Platform): number =>
  platform === 'win32' || code === 0 ? code : code & 0xff || 1;

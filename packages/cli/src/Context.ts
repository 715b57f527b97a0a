import type { Env } from '@svc/sdk';
import type { OutputFlags } from './flags.js';
import type { FoundConfig } from './SvcConfig.js';

/** Where a command runs: everything that it takes from, or gives to, the process. */
export interface Context {
  env: Env;
  cwd: string;
  stdin: NodeJS.ReadableStream;
  stdout: { write(text: string): unknown; isTTY?: boolean | undefined };
  stderr: { write(text: string): unknown; isTTY?: boolean | undefined; columns?: number | undefined };
  /** How the command is to end: `--output`, `--report`, `--junit` and `--quiet`, where it has them. */
  outputFlags: OutputFlags;
  /** The configuration file of the repository; null where there is none. */
  config: FoundConfig | null;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Notes what was begun and where it stands, for the line that Ctrl-C prints. */
  note: (whereItStands: string) => void;
  /** Notes what the service is shown, in words, for errors about access. */
  noteCredential: (words: string) => void;
}

/** Runs a command that was parsed. */
export type Run = (command: (context: Context) => number | Promise<number>) => Promise<void>;

import { join } from 'node:path';

/** What other commands need to know of a running service. */
export interface Running {
  url: string;
  /** Of the embedded database; null when it is elsewhere. */
  connectionString: string | null;
}

/** Where a running service says how to reach it, as {@link Running}. */
export const runningFile = (dataDir: string): string => join(dataDir, 'running.json');

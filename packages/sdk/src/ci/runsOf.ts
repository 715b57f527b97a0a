import { readFileSync } from 'node:fs';
import type { CiRun, Env } from './CiRun.js';
import { listRuns } from './listRuns.js';

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** What CI says of the run in its variables, and in the file of the event that they name. */
export const runsOf = (env: Env): CiRun[] => listRuns(env, readText);

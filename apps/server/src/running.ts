import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What other commands need to know of a running service. */
export interface Running {
  url: string;
  /** Of the embedded database; null when it is elsewhere. */
  connectionString: string | null;
}

const fileIn = (dataDir: string): string => join(dataDir, 'running.json');

/** The service that runs on a data folder, or ran there until it was killed; null when there is none. */
export function readRunning(dataDir: string): Running | null {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // A machine that lost its power, or a full disk, leaves the file empty.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @returns what takes it back */
export function announceRunning(dataDir: string, running: Running): () => void {
  writeFileSync(fileIn(dataDir), JSON.stringify(running), { mode: 0o600 });
  return () => rmSync(fileIn(dataDir), { force: true });
}

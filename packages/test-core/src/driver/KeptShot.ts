import type { Shot } from '../Shot.js';
import type { Attempt } from './RunningTest.js';

/** A picture of a test, as it waits for its upload. */
export interface KeptShot {
  /** The attempt is absent where only the order of the pictures tells it. */
  shot: Omit<Shot, 'file' | 'attempt'> & { attempt?: number | undefined };
  /** Which attempt took it, where the runner tells. */
  by?: Attempt | undefined;
  mode?: 'assert' | 'report' | undefined;
  onUploadError?: 'fail' | 'warn' | undefined;
}

export type ShotNote = KeptShot & { file: string; passed?: undefined };

/** What a file says: what was taken, or which attempt has passed. */
export type Note = ShotNote | { file: string; passed: Attempt };

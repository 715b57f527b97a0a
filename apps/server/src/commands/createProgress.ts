import type { Progress } from '../service/backup/Progress.js';

/** Milliseconds between two lines. */
const interval = 5_000;

/** Prints how far something has come, every few seconds. */
export function createProgress(print: (line: string) => void): Progress {
  let printed = performance.now();
  return (describe) => {
    const now = performance.now();
    if (now - printed < interval) return;
    printed = now;
    print(describe());
  };
}

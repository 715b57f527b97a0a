import type { Fleet } from '../../domain/captures/Fleet.js';
import { beginCapture } from '../../service/captures/beginCapture.js';
import type { Resources } from '../../service/Resources.js';
import { type CaptureRun, createRun } from './createRun.js';

/** The captures that this process works on. */
export interface Runs {
  /** Works on a capture, on the pages that are open for it; does nothing when it has ended. */
  use(captureId: string, work: (run: CaptureRun) => Promise<void>): Promise<void>;
}

interface Used {
  users: number;
  run: Promise<CaptureRun | null>;
}

export function createRuns(resources: Resources, fleet: Fleet): Runs {
  const runs = new Map<string, Used>();

  async function begin(captureId: string): Promise<CaptureRun | null> {
    const begun = await beginCapture(resources, captureId);
    return begun && createRun(resources, fleet, begun);
  }

  async function leave(captureId: string, used: Used): Promise<void> {
    used.users -= 1;
    const run = await used.run.catch(() => null);
    if (used.users === 0) await run?.ended();
    if (used.users === 0 && runs.get(captureId) === used) runs.delete(captureId);
  }

  return {
    async use(captureId, work) {
      const used = runs.get(captureId) ?? { users: 0, run: begin(captureId) };
      runs.set(captureId, used);
      used.users += 1;
      try {
        const run = await used.run;
        if (run) await work(run);
      } finally {
        void leave(captureId, used);
      }
    },
  };
}

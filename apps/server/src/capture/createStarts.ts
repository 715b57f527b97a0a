import type { CaptureOutcome } from '../domain/captures/Fleet.js';
import { enoughFailedStarts, untriedWords } from '../domain/captures/untriedWords.js';

/** Remembers how builds start. */
export interface Starts {
  /** What became of a target of that build; '' for a page like any other. */
  note(app: string, outcome: CaptureOutcome): void;
  /** Why the build's other targets need not be tried; null while there is hope. */
  verdict(app: string): string | null;
}

export function createStarts(): Starts {
  const started = new Set<string>();
  const failures = new Map<string, Map<string, number>>();
  return {
    note(app, outcome) {
      if (app === '' || started.has(app)) return;
      if (outcome.ok || !outcome.isStart) {
        started.add(app);
        return;
      }
      const counts = failures.get(app) ?? new Map<string, number>();
      failures.set(app, counts.set(outcome.message, (counts.get(outcome.message) ?? 0) + 1));
    },
    verdict(app) {
      if (started.has(app)) return null;
      const [message] = [...(failures.get(app) ?? [])].find(([, count]) => count >= enoughFailedStarts) ?? [];
      return message === undefined ? null : `${message} ${untriedWords}`;
    },
  };
}

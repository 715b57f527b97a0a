import { keepContext } from '../../context/workContext.js';
import type { CaptureOutcome } from '../../domain/captures/Fleet.js';
import type { ExpectedTarget } from '../../service/captures/beginCapture.js';

/** What a job gives to a run. */
export interface Share<Target> {
  signal: AbortSignal;
  /** Says that no page has anything left to begin. */
  onDealt?(): void;
  /** Looks at an outcome before it is recorded. */
  judge?(target: Target, outcome: CaptureOutcome): Promise<void>;
}

export interface Entry {
  target: ExpectedTarget;
  /** Does something for the job that gave the target. */
  within<T>(act: () => T): T;
  judge(outcome: CaptureOutcome): Promise<void>;
  onRecorded(): void;
}

/** The targets that jobs give to the pages of a run. */
export interface Feed {
  /** Adds the targets of a job. Resolves when they are recorded; rejects with the reason of the signal. */
  add<Target extends ExpectedTarget>(targets: readonly Target[], share: Share<Target>): Promise<void>;
  /** What no page has been given. */
  take(): Entry[];
  /** As `take`, as soon as there is something; nothing when no job has given anything for a while. */
  next(signal: AbortSignal): Promise<Entry[]>;
  /** Whether a job waits for its targets. */
  isAwaited(): boolean;
  /** Ends all jobs that wait, without an error if it is null. */
  end(error: unknown): void;
}

interface Sharer {
  onDealt(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/** Milliseconds that pages wait for the next job of their capture: longer than the queue needs to give it to this process. */
const lingerMs = 2_000;

export function createFeed(): Feed {
  const sharers = new Set<Sharer>();
  let queued: Entry[] = [];
  let wake = () => {};

  const take = (): Entry[] => {
    const taken = queued;
    queued = [];
    return taken;
  };

  return {
    take,
    isAwaited: () => sharers.size > 0,
    async add(targets, { signal, onDealt = () => {}, judge = async () => {} }) {
      let left = targets.length;
      const { recorded, ...settle } = createWait();
      const sharer = { onDealt, ...settle };
      sharers.add(sharer);
      const leave = () => settle.reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      const onRecorded = () => {
        left -= 1;
        if (left === 0) settle.resolve();
      };
      const within = keepContext();
      for (const target of targets)
        queued.push({ target, within, judge: (outcome) => judge(target, outcome), onRecorded });
      wake();
      try {
        await recorded;
      } finally {
        signal.removeEventListener('abort', leave);
        sharers.delete(sharer);
        wake();
      }
    },
    async next(signal) {
      for (const sharer of sharers) sharer.onDealt();
      for (let isLast = false; queued.length === 0 && !isLast && !signal.aborted; ) {
        isLast = sharers.size === 0;
        const isWoken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), lingerMs).unref();
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
          signal.addEventListener('abort', () => wake(), { once: true });
        });
        if (isWoken) isLast = false;
      }
      return signal.aborted ? [] : take();
    },
    end(error) {
      queued = [];
      for (const { resolve, reject } of sharers) {
        if (error === null) resolve();
        else reject(error);
      }
    },
  };
}

function createWait() {
  let settle: Pick<Sharer, 'resolve' | 'reject'> = { resolve() {}, reject() {} };
  const recorded = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { recorded, ...settle };
}

import type {} from '../DocumentKit.js';

interface Call {
  due: number;
  run: () => void;
  /** Milliseconds until it is due again; null when once is enough. */
  every: number | null;
  /** How long it was to wait. */
  delay: number;
  isOfStory: boolean;
}

/**
 * Runs before any script of a document that did not hold still in real time: gives it a time of its own, which
 * `driveClock` moves on, and which stands still `limitMs` after the story began. Every capture then shows the story after
 * the same calls, in the same order.
 * @param atOnce the story begins with the document, not when a story tool says so
 */
export function layClock({ limitMs, atOnce }: { limitMs: number; atOnce: boolean }): void {
  const kit = window.svcDocumentKit;
  /** The same in each document, since drawings may depend on the time itself. */
  const storyStart = 100_000;
  /** A story that waits for time to pass before it is rendered gets it after a while. */
  const longestRestMs = 5_000;
  const stepMs = 1_000 / 30;
  const calls = new Map<number, Call>();
  let lastId = 1_000_000_000;
  let [time, origin] = [0, 0];
  /** Frames since `origin`: counted, since sums of a fraction are not exact. */
  let frames = 0;
  let began: number | null = null;
  let restsUntil = 0;
  /** As in real time, or a story that held still there only by chance would show more here. */
  let [longest, limit] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isDue = ({ every, delay, due }: Call, until: number) =>
    due <= until && (every !== null || delay <= longest);

  const firstCall = (): [number, Call] | null => {
    let found: [number, Call] | null = null;
    for (const entry of calls)
      if (isDue(entry[1], frameTime() + stepMs) && (!found || entry[1].due < found[1].due)) found = entry;
    return found;
  };
  const frameTime = () => origin + frames * stepMs;
  const isHeld = () => frameTime() >= limit;

  kit.clock = {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
    add: (run, delay, every) => {
      lastId += 1;
      calls.set(lastId, { due: time + delay, run, every, delay, isOfStory: began !== null });
      return lastId;
    },
    remove: (id) => calls.delete(id),
    nextCall: () => {
      const next = firstCall();
      if (!next) return null;
      const [id, call] = next;
      calls.delete(id);
      if (call.every !== null) calls.set(id, { ...call, due: call.due + call.every });
      time = Math.max(time, call.due);
      return call;
    },
    nextFrame: () => {
      frames += 1;
      time = frameTime();
      return time;
    },
    goesOn: () => {
      // A play function takes the time that it takes.
      const plays = kit.story.phase === 'playing';
      if (plays) limit = frameTime() + limitMs;
      return !isHeld() && (plays || kit.now() >= restsUntil);
    },
    stop: () => {
      restsUntil = Number.POSITIVE_INFINITY;
    },
    isWaiting: () => began === null || (kit.now() < restsUntil && Number.isFinite(restsUntil)),
    holdsTurns: () => false,
    onStep: () => {},
    answers: { missed: false, restFor: () => {}, ask: () => (tell) => tell(), take: () => [] },
    tasks: [],
    sights: [],
    isHeld,
    stepMs,
    onFrame: () => {},
  };
  kit.elapsed = () => (began === null ? 0 : time - began);
  kit.dueTimers = () => (isHeld() ? 0 : [...calls.values()].filter((call) => isDue(call, limit)).length);
  kit.holdTimers = (longerThanMs) => {
    longest = longerThanMs;
  };
  kit.beginStory = () => {
    for (const call of calls.values())
      Object.assign(call, { due: call.due + storyStart - time, isOfStory: false });
    time = storyStart;
    origin = storyStart;
    frames = 0;
    began = storyStart;
    limit = storyStart + limitMs;
    longest = Number.POSITIVE_INFINITY;
    restsUntil = kit.now() + longestRestMs;
  };
  kit.goOn = () => {
    restsUntil = 0;
  };
  if (atOnce || window !== window.top) kit.beginStory();
}

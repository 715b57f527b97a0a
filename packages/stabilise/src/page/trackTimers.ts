import type {} from './DocumentKit.js';

/** Runs before any script of a document: knows which time-outs are due soon, since they will change the page. */
export function trackTimers(): void {
  const kit = window.svcDocumentKit;
  const longestTracked = 1_000;
  const setTimer = window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  const timers = new Set<number>();
  /** Intervals that the story has set. */
  const intervals = new Set<number>();
  let hurried = false;
  let longest = Number.POSITIVE_INFINITY;
  /** What was due and is not called before the next story. */
  let held: (() => void)[] = [];

  const trackTimer = (handler: TimerHandler, delay = 0, ...args: unknown[]): number => {
    if (typeof handler !== 'function' || !(delay > 0)) return setTimer(handler, delay, ...args);
    if (delay > longestTracked) {
      const call = () => handler(...args);
      return setTimer(() => (delay > longest ? held.push(call) : call()), delay);
    }
    if (hurried) return setTimer(handler, 0, ...args);
    const timer = setTimer(() => {
      timers.delete(timer);
      kit.lastTimer = kit.now();
      handler(...args);
    }, delay);
    timers.add(timer);
    return timer;
  };
  window.setTimeout = trackTimer as typeof window.setTimeout;
  window.clearTimeout = (timer) => {
    timers.delete(Number(timer));
    intervals.delete(Number(timer));
    clearTimer(timer);
  };
  const setRepeated = window.setInterval.bind(window);
  window.setInterval = ((handler: TimerHandler, delay?: number, ...args: unknown[]) => {
    const interval = setRepeated(handler, delay, ...args);
    intervals.add(interval);
    return interval;
  }) as typeof window.setInterval;
  window.clearInterval = window.clearTimeout;

  kit.repeats = () => intervals.size > 0;
  kit.holdTimers = (longerThanMs) => {
    longest = longerThanMs;
  };
  kit.beginStory = () => {
    intervals.clear();
    longest = Number.POSITIVE_INFINITY;
    for (const call of held) setTimer(call);
    held = [];
  };
  kit.dueTimers = () => timers.size;
  kit.hurryTimers = () => {
    hurried = true;
    queueMicrotask(() => {
      hurried = false;
    });
  };
}

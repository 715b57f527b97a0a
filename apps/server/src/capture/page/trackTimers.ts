import type {} from './DocumentKit.js';

/** Runs before any script of a document: knows which time-outs are due soon, since they will change the page. */
export function trackTimers(): void {
  const kit = window.svcDocumentKit;
  const longestTracked = 1_000;
  const setTimer = window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  const timers = new Set<number>();
  let hurried = false;

  const trackTimer = (handler: TimerHandler, delay = 0, ...args: unknown[]): number => {
    if (typeof handler !== 'function' || !(delay > 0 && delay <= longestTracked)) {
      return setTimer(handler, delay, ...args);
    }
    if (hurried) return setTimer(handler, 0, ...args);
    const timer = setTimer(() => {
      timers.delete(timer);
      kit.lastTimer = performance.now();
      handler(...args);
    }, delay);
    timers.add(timer);
    return timer;
  };
  window.setTimeout = trackTimer as typeof window.setTimeout;
  window.clearTimeout = (timer) => {
    timers.delete(Number(timer));
    clearTimer(timer);
  };
  kit.dueTimers = () => timers.size;
  kit.hurryTimers = () => {
    hurried = true;
    queueMicrotask(() => {
      hurried = false;
    });
  };
}

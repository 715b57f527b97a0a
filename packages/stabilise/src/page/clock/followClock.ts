import type {} from '../DocumentKit.js';

/** Runs after `layClock`: time-outs, intervals, frames and durations of the document follow its clock. */
export function followClock(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const setTimer: (handler: TimerHandler, delay: number) => unknown = window.setTimeout.bind(window);
  const setRepeated: (handler: TimerHandler, delay: number) => unknown = window.setInterval.bind(window);
  const clearTimer = window.clearTimeout.bind(window);

  /** How many time-outs have led to the one that is running. As in browsers, those far down a chain wait a little longer. */
  let depth = 0;
  const chainDepth = 5;
  const chainMs = 4;
  const timer =
    (original: typeof setTimer, repeats: boolean) =>
    (handler: TimerHandler, delay = 0, ...args: unknown[]): number => {
      if (typeof handler !== 'function') return Number(original(handler, delay));
      const own = depth + 1;
      const call = () => {
        depth = own;
        handler(...args);
      };
      // At least 1, so that a chain without delays comes to an end, too.
      const wait = Math.max(repeats || depth >= chainDepth ? chainMs : 1, Number(delay) || 0);
      return clock.add(call, wait, repeats ? wait : null);
    };
  window.setTimeout = timer(setTimer, false) as typeof window.setTimeout;
  window.setInterval = timer(setRepeated, true) as typeof window.setInterval;
  window.clearTimeout = (id) => {
    if (!clock.remove(Number(id))) clearTimer(id);
  };
  window.clearInterval = window.clearTimeout;
  // Once a frame: a busy browser has no more time for it, either.
  window.requestIdleCallback = (callback) =>
    clock.add(() => callback({ didTimeout: false, timeRemaining: () => 10 }), clock.stepMs, null);
  window.cancelIdleCallback = (id) => void clock.remove(id);

  const frames = new Map<number, FrameRequestCallback>();
  let lastFrame = 0;
  window.requestAnimationFrame = (callback) => {
    lastFrame += 1;
    frames.set(lastFrame, callback);
    return lastFrame;
  };
  window.cancelAnimationFrame = (id) => void frames.delete(id);
  let ending = 0;
  clock.onFrame = (time) => {
    depth = 0;
    ending = kit.stepAnimations(clock.stepMs);
    for (const [id, callback] of [...frames]) {
      if (!frames.delete(id)) continue;
      try {
        callback(time);
      } catch (error) {
        reportError(error);
      }
    }
  };
  kit.paints = () => (frames.size > 0 || ending > 0) && !clock.isHeld();

  // A loop that polls the time would never end if the time stood still.
  const mostCalls = 1_000;
  const nudgeMs = 0.01;
  let asked = 0;
  let last = 0;
  Performance.prototype.now = () => {
    asked = clock.now() === last ? asked + 1 : 0;
    if (asked > mostCalls) clock.advance(nudgeMs);
    last = clock.now();
    if (asked > mostCalls) asked = mostCalls;
    return last;
  };
}

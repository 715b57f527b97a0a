import type {} from './DocumentKit.js';

/** Runs before any script of a document: fixed clock, seeded random numbers, known timers. */
export function prepareDocument({ now, seed }: { now: number; seed: number }): void {
  const longestTracked = 1_000;
  const setTimer = window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  const timers = new Set<number>();
  let state = seed;

  /** mulberry32 */
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  Math.random = random;

  const RealDate = Date;
  const FixedDate = new Proxy(RealDate, {
    apply: () => new RealDate(now).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now], newTarget),
    get: (target, key, receiver) => (key === 'now' ? () => now : Reflect.get(target, key, receiver)),
  });
  RealDate.prototype.constructor = FixedDate;
  window.Date = FixedDate;

  const trackTimer = (handler: TimerHandler, delay = 0, ...args: unknown[]): number => {
    if (typeof handler !== 'function' || !(delay > 0 && delay <= longestTracked)) {
      return setTimer(handler, delay, ...args);
    }
    const timer = setTimer(() => {
      timers.delete(timer);
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

  const kit = {
    reseed: () => {
      state = seed;
    },
    dueTimers: () => timers.size,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimer(resolve, ms)),
    story: { id: '', phase: '', error: null },
    lastError: null as string | null,
  };
  Object.defineProperty(window, 'svcDocumentKit', { value: kit });

  window.addEventListener('error', (event) => {
    if (event.message) kit.lastError = event.message;
  });
  const logError = console.error.bind(console);
  console.error = (...args: unknown[]) => {
    const thrown = args.find((arg) => arg instanceof Error);
    if (thrown instanceof Error) kit.lastError = String(thrown);
    logError(...args);
  };
}

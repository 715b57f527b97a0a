import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds over which the delay of the event loop is averaged. */
const interval = 15_000;
/** Milliseconds: where the average is longer, requests pile up faster than they are answered. */
const limit = 1_000;

export interface Pulse {
  /** The average delay in milliseconds, of the last whole interval or of the one under way, whichever is longer. */
  delay(): number;
  isAlive(): boolean;
  stop(): void;
}

/** Watches how late this process gets to what it has to do. */
export function watchPulse(): Pulse {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let last = 0;
  const mean = () => (Number.isFinite(histogram.mean) ? histogram.mean / 1e6 : 0);
  const timer = setInterval(() => {
    last = mean();
    histogram.reset();
  }, interval);
  timer.unref();
  const delay = () => Math.max(last, mean());
  return {
    delay,
    isAlive: () => delay() < limit,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

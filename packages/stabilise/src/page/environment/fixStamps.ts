import type {} from '../DocumentKit.js';

/**
 * Runs after `fixClock` and what follows the document's time: what a browser dates itself has the date of the document, too. `timeOrigin` moves,
 * so that its sum with `performance.now()` stays that date although durations are real.
 */
export function fixStamps(): void {
  /** What is added may be some milliseconds older, or newer; the sum then shows the same second. */
  const marginMs = 500.5;
  const [began, origin] = [Date.now(), performance.timeOrigin];
  Object.defineProperty(Performance.prototype, 'timeOrigin', {
    configurable: true,
    enumerable: true,
    get: () => Date.now() + marginMs - performance.now(),
  });

  const moments = Object.getOwnPropertyDescriptors(PerformanceTiming.prototype);
  for (const [name, { get, ...more }] of Object.entries(moments)) {
    if (!get) continue;
    Object.defineProperty(PerformanceTiming.prototype, name, {
      ...more,
      get(this: PerformanceTiming) {
        const moment = Number(get.call(this));
        // 0 for what has not been.
        return moment && Math.round(began + moment - origin);
      },
    });
  }
  PerformanceTiming.prototype.toJSON = function () {
    const names = Object.keys(moments).filter((name) => moments[name]?.get);
    return Object.fromEntries(names.map((name) => [name, Reflect.get(this, name)]));
  };

  const dated = (options: FilePropertyBag = {}): FilePropertyBag => ({
    ...options,
    lastModified: options.lastModified ?? Date.now(),
  });
  window.File = new Proxy(File, {
    construct: (target, [parts, name, options, ...more], newTarget) =>
      Reflect.construct(
        target,
        name === undefined ? [parts] : [parts, name, dated(options), ...more],
        newTarget,
      ),
  });
  File.prototype.constructor = File;
}

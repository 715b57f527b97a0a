import type {} from '../DocumentKit.js';

/** Runs after `layClock`: events have times of the document's clock, as `performance.now()` has. */
export function followStamps(): void {
  const { clock } = window.svcDocumentKit;
  if (!clock) throw new Error('the document has no clock of its own');
  const stamps = new WeakMap<Event, number>();
  Object.defineProperty(Event.prototype, 'timeStamp', {
    configurable: true,
    enumerable: true,
    get(this: Event) {
      const stamp = stamps.get(this) ?? clock.now();
      stamps.set(this, stamp);
      return stamp;
    },
  });
}

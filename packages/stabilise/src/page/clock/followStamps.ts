import type {} from '../DocumentKit.js';

/** Runs after `layClock`: the document's time line and events have times of its clock, as `performance.now()` has. */
export function followStamps(): void {
  const { clock } = window.svcDocumentKit;
  if (!clock) throw new Error('the document has no clock of its own');
  const timelines = AnimationTimeline.prototype;
  const { get: timeOf } = Object.getOwnPropertyDescriptor(timelines, 'currentTime') ?? {};
  Object.defineProperty(timelines, 'currentTime', {
    configurable: true,
    enumerable: true,
    get(this: AnimationTimeline) {
      return this === document.timeline ? clock.now() : timeOf?.call(this);
    },
  });
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

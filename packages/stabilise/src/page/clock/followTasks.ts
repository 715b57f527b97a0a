import type {} from '../DocumentKit.js';

/** Runs after `layClock`: tasks that the document posts, and what its observers see, come when its clock goes on. */
export function followTasks(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const inTurn =
    <Args extends unknown[]>(callback: (...args: Args) => void) =>
    (...args: Args) => {
      if (clock.holdsTurns()) clock.sights.push(() => callback(...args));
      else callback(...args);
    };
  window.ResizeObserver = new Proxy(ResizeObserver, {
    construct: (target, [callback], newTarget) => Reflect.construct(target, [inTurn(callback)], newTarget),
  });
  window.IntersectionObserver = new Proxy(IntersectionObserver, {
    construct: (target, [callback, options], newTarget) =>
      Reflect.construct(target, [inTurn(callback), options], newTarget),
  });

  if (!('scheduler' in window)) return;
  const { postTask, yield: yieldNow } = Scheduler.prototype;
  Scheduler.prototype.postTask = function (callback, options = {}) {
    if (!clock.holdsTurns()) return postTask.call(this, callback, options);
    const { signal, delay } = options;
    return new Promise((resolve, reject) => {
      const refuse = () => reject(signal?.reason);
      const run = () => {
        if (!signal?.aborted) resolve(new Promise((answer) => answer(callback())));
      };
      if (signal?.aborted) refuse();
      signal?.addEventListener('abort', refuse, { once: true });
      if (delay) clock.add(run, delay, null);
      else clock.tasks.push(run);
    });
  };
  Scheduler.prototype.yield = function () {
    if (!clock.holdsTurns()) return yieldNow.call(this);
    return new Promise((resolve) => clock.tasks.push(resolve));
  };
}

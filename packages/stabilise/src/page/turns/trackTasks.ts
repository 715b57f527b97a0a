import type {} from '../DocumentKit.js';

/**
 * Runs after `trackTimers`: knows which tasks without a delay the document has given itself that have not run. A page that goes on
 * in such tasks never rests, although they may be further apart on a busy machine than a change is waited for.
 */
export function trackTasks(): void {
  const kit = window.svcDocumentKit;
  const due = new Set<unknown>();
  const { dueTimers } = kit;
  kit.dueTimers = () => dueTimers() + due.size;

  /** Calls, and only then ends the wait, so that one which asks for the next is never without any. */
  const run = (call: () => unknown, id: unknown) => {
    try {
      call();
    } finally {
      due.delete(id);
    }
  };
  const setTimer: (handler: TimerHandler, delay: number, ...args: unknown[]) => number =
    window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  window.setTimeout = ((handler: TimerHandler, delay = 0, ...args: unknown[]): number => {
    if (typeof handler !== 'function' || delay > 0) return setTimer(handler, delay, ...args);
    const timer = setTimer(() => run(() => handler(...args), timer), 0);
    due.add(timer);
    return timer;
  }) as typeof window.setTimeout;
  window.clearTimeout = (timer) => {
    due.delete(timer);
    clearTimer(timer);
  };
  window.clearInterval = window.clearTimeout;

  const requestIdle = window.requestIdleCallback.bind(window);
  const cancelIdle = window.cancelIdleCallback.bind(window);
  /** Their numbers may be those of time-outs. */
  const nameOf = (idle: number) => `idle ${idle}`;
  window.requestIdleCallback = (callback, options) => {
    const idle = requestIdle((deadline) => run(() => callback(deadline), nameOf(idle)), options);
    due.add(nameOf(idle));
    return idle;
  };
  window.cancelIdleCallback = (idle) => {
    due.delete(nameOf(idle));
    cancelIdle(idle);
  };

  const wait = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const done = () => due.delete(answer);
    due.add(answer);
    answer.then(done, done);
    return answer;
  };
  kit.awaitWork = wait;
  if (!('scheduler' in window)) return;
  const { postTask, yield: yieldNow } = Scheduler.prototype;
  Scheduler.prototype.postTask = function (callback, options) {
    const answer = postTask.call(this, callback, options);
    return options?.delay ? answer : wait(answer);
  };
  Scheduler.prototype.yield = function () {
    return wait(yieldNow.call(this));
  };
}

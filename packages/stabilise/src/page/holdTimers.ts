import type {} from './DocumentKit.js';

/** From now on, time-outs of more than this are not called while this story is shown. */
export function holdTimers(longerThanMs: number): void {
  window.svcDocumentKit.holdTimers(longerThanMs);
}

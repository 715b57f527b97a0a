import type {} from '../DocumentKit.js';

/** Runs before any script of a document: one that the fleet leaves does not hear of it, or it would store what the next story finds. */
export function muteLeaving(): void {
  const kit = window.svcDocumentKit;
  const mute = (event: Event) => {
    if (kit.isLeft) event.stopImmediatePropagation();
  };
  for (const type of ['beforeunload', 'pagehide', 'unload', 'visibilitychange'])
    window.addEventListener(type, mute, { capture: true });
}

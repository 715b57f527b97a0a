import type {} from '../DocumentKit.js';

/** Waits until Ladle's app has rendered something, be it that it has no such story. */
export async function awaitLadleApp(): Promise<void> {
  while (!document.querySelector('#ladle-root')?.childNodes.length) await window.svcDocumentKit.sleep(5);
}

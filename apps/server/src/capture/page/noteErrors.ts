import type {} from './DocumentKit.js';

/** Runs before any script of a document: remembers the latest error, to explain a story that does not come up. */
export function noteErrors(): void {
  const kit = window.svcDocumentKit;
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

import type {} from './DocumentKit.js';

/**
 * Runs before any script of a document: remembers the latest error, to explain a story that does not come up, and the
 * first lines that the console shows of errors and warnings.
 */
export function noteErrors(): void {
  const kit = window.svcDocumentKit;
  const mostLines = 20;
  const longest = 1_000;
  const note = (...parts: unknown[]) => {
    if (kit.lines.length >= mostLines) return;
    const text = parts.map((part) => {
      try {
        return typeof part === 'object' && !(part instanceof Error) ? JSON.stringify(part) : String(part);
      } catch {
        return Object.prototype.toString.call(part);
      }
    });
    kit.lines.push(text.join(' ').slice(0, longest));
  };
  window.addEventListener('error', (event) => {
    if (!event.message) return;
    kit.lastError = event.message;
    note(event.message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => note('Unhandled rejection:', reason));
  const logError = console.error.bind(console);
  console.error = (...args: unknown[]) => {
    const thrown = args.find((arg) => arg instanceof Error);
    if (thrown instanceof Error) kit.lastError = String(thrown);
    note(...args);
    logError(...args);
  };
  const warn = console.warn.bind(console);
  console.warn = (...args: unknown[]) => {
    note(...args);
    warn(...args);
  };
}

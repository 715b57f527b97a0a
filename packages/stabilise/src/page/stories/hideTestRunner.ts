import type {} from '../DocumentKit.js';

/**
 * Runs before any script of a document, and after `trackTimers`. Where Storybook finds its test runner in the user agent, it puts
 * animations at an end of its own once a story is rendered. It does not find it in that moment; stories still do.
 */
export function hideTestRunner(): void {
  const kit = window.svcDocumentKit;
  const hurry = kit.hurryTimers;
  // Called just before Storybook looks, in the same task.
  kit.hurryTimers = () => {
    hurry();
    const added = Object.getOwnPropertyDescriptor(navigator, 'userAgent');
    if (!added?.configurable) return;
    Reflect.deleteProperty(navigator, 'userAgent');
    queueMicrotask(() => Object.defineProperty(navigator, 'userAgent', added));
  };
}

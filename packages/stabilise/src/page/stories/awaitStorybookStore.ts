import type {} from '../DocumentKit.js';
import type {} from './StorybookWindow.js';

/**
 * Waits for Storybook's preview to have its store of stories, whose place has moved from version to version.
 * @returns why it does not start; null once it has
 */
export async function awaitStorybookStore(): Promise<string | null> {
  const kit = window.svcDocumentKit;
  const storeOf = () =>
    window.__STORYBOOK_PREVIEW__?.storyStoreValue ??
    window.__STORYBOOK_PREVIEW__?.storyStore ??
    window.__STORYBOOK_CLIENT_API__?.storyStore;
  for (;;) {
    try {
      if (storeOf() !== undefined) return null;
    } catch {
      // From version 8 on, a store throws until it is filled, whatever is asked of it.
    }
    if (kit.story.error?.startsWith('Storybook')) return kit.story.error;
    await kit.sleep(20);
  }
}

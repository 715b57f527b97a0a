import type {} from '../DocumentKit.js';
import type {} from './StorybookWindow.js';

/** Waits for Storybook's preview to have its store of stories, whose place has moved from version to version. */
export async function awaitStorybookStore(): Promise<void> {
  const kit = window.svcDocumentKit;
  const storeOf = () =>
    window.__STORYBOOK_PREVIEW__?.storyStoreValue ??
    window.__STORYBOOK_PREVIEW__?.storyStore ??
    window.__STORYBOOK_CLIENT_API__?.storyStore;
  for (;;) {
    try {
      if (storeOf() !== undefined) return;
    } catch {
      // From version 8 on, a store throws until it is filled, whatever is asked of it.
    }
    if (kit.story.error?.startsWith('Storybook')) throw new Error(kit.story.error);
    await kit.sleep(20);
  }
}

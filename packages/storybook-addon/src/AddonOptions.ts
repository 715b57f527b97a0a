import type { StoryOptions } from '@svc/test-core/stories';

/** Options of `@svc/storybook-addon` in the `addons` of `.storybook/main`. */
export interface SvcAddonOptions extends StoryOptions {
  /** Options of Playwright's `chromium.launch()`, such as `{ channel: 'chrome' }` or `{ executablePath }`. */
  launchOptions?: Record<string, unknown> | undefined;
}

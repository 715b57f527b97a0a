export type { SvcStoryTestOptions } from './options.js';
export { svcStorybook } from './svcStorybook.js';

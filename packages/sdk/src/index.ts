export * from './browser.js';
export * from './callService.js';
export type { Env } from './ci/CiEnvironment.js';
export * from './ciKey.js';
export * from './collectHistory.js';
export * from './commits/readCommits.js';
export * from './commits/shareCommits.js';
export * from './detect.js';
export * from './getGitMergeBase.js';

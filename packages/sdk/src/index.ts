export * from './browser.js';
export * from './callService.js';
export type { Env } from './ci/CiEnvironment.js';
export * from './ciKey.js';
export * from './detect.js';
export * from './git/collectHistory.js';
export * from './git/getGitMergeBase.js';
export * from './git/readCommits.js';
export * from './git/shareCommits.js';

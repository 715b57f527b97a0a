import { setSurroundings } from './environment/ClientEnvironment.js';
import { processEnvironment } from './environment/processEnvironment.js';

export type { Shape } from './answers/Shape.js';
export * from './browser.js';
export * from './callService.js';
export type { Env } from './ci/CiRun.js';
export * from './ciKey.js';
export * from './detect.js';
export * from './detectCiPages.js';
export * from './detectPart.js';
export * from './environment/sessionFromEnvironment.js';
export * from './git/collectHistory.js';
export * from './git/findGitObstacle.js';
export * from './git/getGitMergeBase.js';
export * from './git/readCommits.js';
export * from './git/shareCommits.js';
export * from './snapshots/snapshot.js';
export { completeSnapshots, startSnapshots } from './snapshots/snapshotSession.js';
export type { Png, TakePng } from './snapshots/stablePng.js';

setSurroundings(processEnvironment);

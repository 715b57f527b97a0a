export { checkOptions, isFlag, type OptionRules, runRules } from './checkOptions.js';
export { describeChange, describeReport } from './describeReport.js';
export type { ResultImages } from './downloadImages.js';
export { openRun, type RunOptions } from './openRun.js';
export { isLacking, type RunReport, type SentShot, type ShotFailure, toReview } from './RunReport.js';
export type { Shot, ShotOptions } from './Shot.js';
export type { Comparison, SnapshotRun } from './SnapshotRun.js';
export { snapshotName } from './snapshotName.js';
export { WaitingShots } from './WaitingShots.js';

export { checkDriverOptions } from './checkDriverOptions.js';
export type { DriverMode, DriverOptions, DriverViewport } from './DriverOptions.js';
export { DriverRun } from './DriverRun.js';
export type { PageDriver, Target } from './PageDriver.js';
export type { RunningTest } from './RunningTest.js';
export { ShotFolder } from './ShotFolder.js';
export { fileOf, takeShots } from './takeShots.js';
export { uploadFolder, type Verdict } from './uploadFolder.js';

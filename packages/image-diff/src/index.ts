export type { RowChange } from './alignment/RowChange.js';
export { type CompareOptions, type Comparison, compare } from './compare.js';
export { drawDifference } from './drawDifference.js';
export type { Explanation } from './explain.js';
export type { Region } from './findRegions.js';
export { coveredPixels, type IgnoredAreas } from './ignoredAreas.js';
export { ImageError, type ImageErrorCode } from './imageError.js';
export { type Inspection, inspect } from './inspect.js';
export type { Subthreshold } from './subthreshold/Subthreshold.js';

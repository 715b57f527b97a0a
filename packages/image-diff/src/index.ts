export { type CompareOptions, type Comparison, compare } from './compare.js';
export { drawDifference } from './drawDifference.js';
export { ImageError, type ImageErrorCode } from './imageError.js';
export { type Inspection, inspect } from './inspect.js';

// What runs in a browser: nothing here needs Node.
export { checkOwnOptions } from '../checkOptions.js';
export type { DriverMode, DriverOptions, DriverViewport } from './DriverOptions.js';
export { evaluateInFrames } from './evaluateInFrames.js';
export { maskScript, unmaskScript } from './maskScript.js';
export { shotRules } from './shotRules.js';

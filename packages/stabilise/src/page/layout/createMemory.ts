import type { LayoutMemory, LayoutSteps } from './LayoutSteps.js';

export const createMemory = (steps: LayoutSteps): LayoutMemory => ({
  brush: steps.createBrush(),
  sheets: new WeakMap(),
  widths: new Map(),
  colors: new Map(),
});

import type { LayoutMemory, LayoutSteps } from './LayoutSteps.js';

export const createMemory = (steps: LayoutSteps): LayoutMemory => ({
  brush: steps.createBrush(),
  sheets: new WeakMap(),
  tokens: null,
  themes: [],
  colors: new Map(),
  widths: new Map(),
});

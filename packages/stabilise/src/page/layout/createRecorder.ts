import type { LayoutOptions, LayoutRecorder } from './LayoutSteps.js';

/** What records the layouts of one document: it remembers what it found out, and the browser optimizes what runs again. */
export function createRecorder(options: Omit<LayoutOptions, 'scale' | 'clip'>): LayoutRecorder {
  const { steps } = options;
  const memory = steps.createMemory(steps);
  return (shown) => steps.recordLayout({ ...options, ...shown }, memory);
}

import type {
  AccessibilityOptions,
  AccessibilityRecorder,
  AccessibilitySteps,
} from './AccessibilitySteps.js';

type Record = (options: AccessibilityOptions) => string;

/** What records the pages that one document shows, one after the other: it is sent and compiled once. */
export const createAccessibilityRecorder =
  (
    record: Record,
    { limits, steps }: { limits: AccessibilityOptions['limits']; steps: AccessibilitySteps },
  ): AccessibilityRecorder =>
  (shown) =>
    record({ ...shown, limits, steps });

import type { Box } from '../tree/LayoutTree.js';
import type { AccessibilityViolation } from './AccessibilityRecord.js';

/** What can become of an element for those who do not see it, the gravest first. */
export const findingKinds = [
  'nameLost',
  'roleChanged',
  'focusLost',
  'violation',
  'contrast',
  'nameChanged',
  'stateChanged',
  'focusOrder',
  'focusGained',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** One difference between two accessibility records. */
export interface Finding {
  kind: FindingKind;
  /** Equal for the same finding in other pairs of records. */
  signature: string;
  /** As `button.Button_root "Save"`, of the newer page. */
  element: string;
  /** The state, or the rule of axe-core; null for other kinds. */
  property: string | null;
  /** Null where there was none. */
  from: string | null;
  to: string | null;
  /** Of a violated rule. */
  impact: AccessibilityViolation['impact'] | null;
  /** One sentence without its full stop; what is between backticks is code. */
  text: string;
  /** Of the element in CSS pixels of the page; null where the record does not have it. */
  boxes: { before: Box | null; after: Box | null };
}

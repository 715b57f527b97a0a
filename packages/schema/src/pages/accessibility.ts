import { z } from 'zod';
import { box } from '../change.js';
import { approvalStatus, resultStatus } from '../enums.js';
import { browser, name, timestamp, viewport } from '../primitives.js';

/** Whether accessibility is recorded with snapshots of the fleet, and whether a change of it waits for a review. */
export const a11yMode = z.enum(['off', 'record', 'review']);
export type A11yMode = z.infer<typeof a11yMode>;

/** What became of an element for assistive technology, the gravest first. */
export const findingKind = z.enum([
  'nameLost',
  'roleChanged',
  'focusLost',
  'violation',
  'contrast',
  'nameChanged',
  'stateChanged',
  'focusOrder',
  'focusGained',
]);
export type FindingKind = z.infer<typeof findingKind>;

export const accessibilityFinding = z.object({
  kind: findingKind,
  /** Equal for the same finding in other results. */
  signature: z.string(),
  /** As `button.Button_root "Save"`. */
  element: z.string(),
  /** The state, or the rule of axe-core; null for other kinds. */
  property: z.string().nullable(),
  /** Cut off after 200 characters; of a contrast the ratio that is needed. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Of a rule: `minor`, `moderate`, `serious` or `critical`; null for other kinds. */
  impact: z.enum(['minor', 'moderate', 'serious', 'critical']).nullable(),
  /** One sentence without its full stop; what is between backticks is code. */
  text: z.string(),
  /** Of the element, in pixels of each image; null where it is not in that image. */
  boxes: z.object({ before: box.nullable(), after: box.nullable() }),
});
export type AccessibilityFinding = z.infer<typeof accessibilityFinding>;

/** What changed for assistive technology in one slot. It stands beside the result of the image and changes nothing of that. */
export const accessibilityChange = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  /** Of its image; null where the slot has no result. */
  resultStatus: resultStatus.nullable(),
  /** The first 50, the gravest first. */
  findings: z.array(accessibilityFinding),
  /** How many there are. */
  total: z.number(),
  /** A page was too large to be recorded whole, or its rules could not be checked: there may be more. */
  isPartial: z.boolean(),
  /** Whether it takes part in the conclusion: the suite has `a11y` set to `review`. Else it is approved as it comes. */
  isReviewable: z.boolean(),
  /** Of an earlier build of the branch where it is undecided; this build did not capture the slot. */
  isCarried: z.boolean(),
  approvalStatus,
  /** Who decided, here or where the same change was decided before; null while nobody has. */
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** The diff in which that was. */
  decidedIn: z.string().nullable(),
});
export type AccessibilityChange = z.infer<typeof accessibilityChange>;

/** Reviewable accessibility changes by decision. */
export const accessibilityCounts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
});
export type AccessibilityCounts = z.infer<typeof accessibilityCounts>;

export const diffAccessibility = z.object({
  /** As the suite is set now. */
  mode: a11yMode,
  changes: z.array(accessibilityChange),
});
export type DiffAccessibility = z.infer<typeof diffAccessibility>;

/** A decision about accessibility changes: of the named snapshots or slots, without either of all reviewable ones. */
export const accessibilityDecisionBody = z.object({
  /** `pending` takes a decision back. */
  decision: approvalStatus,
  /** Names of snapshots, each meaning all its viewports and browsers. */
  snapshots: z.array(name).min(1).max(20_000).optional(),
  slots: z
    .array(z.object({ name, viewport: viewport.nullable(), browser: browser.nullish() }))
    .min(1)
    .max(20_000)
    .optional(),
  /** How the named ones stood when the decision was made; where somebody decided otherwise meanwhile: DECISION_CONFLICT (R44). */
  ifStatus: approvalStatus.optional(),
});
export type AccessibilityDecisionBody = z.infer<typeof accessibilityDecisionBody>;

/** After the call: how many of the named reviewable changes are decided so, and how many were named. */
export const decidedAccessibility = z.object({ decided: z.number(), total: z.number() });
export type DecidedAccessibility = z.infer<typeof decidedAccessibility>;

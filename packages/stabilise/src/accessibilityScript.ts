import { accessibilityLimits } from '@svc/layout-diff';
import type { AccessibilityRecorder, AccessibilitySteps } from './page/accessibility/AccessibilitySteps.js';
import { accessibleName } from './page/accessibility/accessibleName.js';
import { boxAt } from './page/accessibility/boxAt.js';
import { contentName } from './page/accessibility/contentName.js';
import { createAccessibilityRecorder } from './page/accessibility/createAccessibilityRecorder.js';
import { createMarks } from './page/accessibility/createMarks.js';
import { describeStop } from './page/accessibility/describeStop.js';
import { elementAt } from './page/accessibility/elementAt.js';
import { isFocusable } from './page/accessibility/isFocusable.js';
import { recordAccessibility } from './page/accessibility/recordAccessibility.js';
import { roleOf } from './page/accessibility/roleOf.js';
import { roleOfTag } from './page/accessibility/roleOfTag.js';
import { statesOf } from './page/accessibility/statesOf.js';
import { stopsBelow } from './page/accessibility/stopsBelow.js';
import { tabOrderOf } from './page/accessibility/tabOrderOf.js';
import { writeViolations } from './page/accessibility/writeViolations.js';
import { childrenOf } from './page/layout/childrenOf.js';
import { createTextTable } from './page/layout/createTextTable.js';
import { placementIn } from './page/layout/placementIn.js';
import { textOf } from './page/layout/textOf.js';

const steps: AccessibilitySteps = {
  accessibleName,
  boxAt,
  childrenOf,
  contentName,
  createMarks,
  createTextTable,
  describeStop,
  elementAt,
  isFocusable,
  placementIn,
  roleOf,
  roleOfTag,
  statesOf,
  stopsBelow,
  tabOrderOf,
  textOf,
  writeViolations,
};
const stepTexts = Object.entries(steps).map(([name, step]) => `${name}: ${step}`);

type Shown = Parameters<AccessibilityRecorder>[0];

/**
 * An expression, for the outermost document once its picture is taken: an accessibility record as JSON. What the page has changed
 * of its own functions may make it throw.
 */
export const accessibilityScript = (shown: Shown): string => `((shown) => {
  const record = (${createAccessibilityRecorder})(${recordAccessibility}, { limits: ${JSON.stringify(accessibilityLimits)}, steps: { ${stepTexts.join(', ')} } });
  if (window.svcDocumentKit) window.svcDocumentKit.recordAccessibility = record;
  return record(shown);
})(${JSON.stringify(shown)})`;

/** As {@link accessibilityScript}, and a hundred times shorter; null in a document of which nothing was recorded yet. */
export const nextAccessibilityScript = (shown: Shown): string =>
  `window.svcDocumentKit?.recordAccessibility?.(${JSON.stringify(shown)}) ?? null`;

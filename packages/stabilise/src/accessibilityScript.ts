import { accessibilityLimits } from '@svc/layout-diff';
import type { AccessibilityOptions, AccessibilitySteps } from './page/accessibility/AccessibilitySteps.js';
import { accessibleName } from './page/accessibility/accessibleName.js';
import { boxAt } from './page/accessibility/boxAt.js';
import { contentName } from './page/accessibility/contentName.js';
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

/**
 * An expression, for the outermost document once its picture is taken: an accessibility record as JSON. What the page has changed
 * of its own functions may make it throw.
 */
export const accessibilityScript = (
  shown: Pick<AccessibilityOptions, 'scale' | 'clip' | 'violations'>,
): string =>
  `(${recordAccessibility})({ ...${JSON.stringify({ limits: accessibilityLimits, ...shown })}, steps: { ${stepTexts.join(', ')} } })`;

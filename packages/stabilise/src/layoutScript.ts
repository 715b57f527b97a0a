import { recordedProperties, recordLimits } from '@svc/layout-diff';
import { attributesOf } from './page/layout/attributesOf.js';
import { boxOf } from './page/layout/boxOf.js';
import { childrenOf } from './page/layout/childrenOf.js';
import { colorOf } from './page/layout/colorOf.js';
import { createBrush } from './page/layout/createBrush.js';
import { createNodeWriter } from './page/layout/createNodeWriter.js';
import { createStyleReader } from './page/layout/createStyleReader.js';
import { createTextTable } from './page/layout/createTextTable.js';
import { describeNode } from './page/layout/describeNode.js';
import { imageOf } from './page/layout/imageOf.js';
import { kindOf } from './page/layout/kindOf.js';
import type { LayoutOptions, LayoutSteps } from './page/layout/LayoutSteps.js';
import { listFonts } from './page/layout/listFonts.js';
import { listTokens } from './page/layout/listTokens.js';
import { nameOf } from './page/layout/nameOf.js';
import { placementIn } from './page/layout/placementIn.js';
import { recordLayout } from './page/layout/recordLayout.js';
import { type Shown, shownClip } from './page/layout/shownClip.js';
import { sorted } from './page/layout/sorted.js';
import { spotsIn } from './page/layout/spotsIn.js';
import { textOf } from './page/layout/textOf.js';
import { tokensInUse } from './page/layout/tokensInUse.js';

const steps: LayoutSteps = {
  attributesOf,
  boxOf,
  childrenOf,
  colorOf,
  createBrush,
  createNodeWriter,
  createStyleReader,
  createTextTable,
  describeNode,
  imageOf,
  kindOf,
  listFonts,
  listTokens,
  nameOf,
  placementIn,
  sorted,
  spotsIn,
  textOf,
  tokensInUse,
};
const stepTexts = Object.entries(steps).map(([name, step]) => `${name}: ${step}`);

/** Deflated, so much is some 200 kB. */
const mostCharacters = 1_500_000;

const fixed: Omit<LayoutOptions, 'steps' | 'scale' | 'clip'> = {
  properties: recordedProperties,
  limits: {
    nodes: recordLimits.nodes,
    milliseconds: recordLimits.milliseconds,
    text: recordLimits.text,
    characters: mostCharacters,
  },
};

/**
 * An expression, for the outermost document once its picture is taken: a layout record as JSON. What the page has changed of its
 * own functions may make it throw.
 */
export const layoutScript = (shown: Pick<LayoutOptions, 'scale' | 'clip'>): string =>
  `(${recordLayout})({ ...${JSON.stringify({ ...fixed, ...shown })}, steps: { ${stepTexts.join(', ')} } })`;

/**
 * An expression as {@link layoutScript}, where the driver knows what its picture shows in its own words. Null in a document that is
 * in a frame, and where the page has nothing of the picture's size.
 */
export const shownLayoutScript = (shown: Shown): string =>
  `((shown) => shown && (${recordLayout})({ ...${JSON.stringify(fixed)}, ...shown, steps: { ${stepTexts.join(', ')} } }))(window.parent === window ? (${shownClip})(${JSON.stringify(shown)}) : null)`;

/** As {@link shownLayoutScript}, for what runs in the document itself, be it in a frame. */
export function recordShown(shown: Shown): string | null {
  const clip = shownClip(shown);
  return clip && recordLayout({ ...fixed, ...clip, steps });
}

import { recordedProperties, recordLimits } from '@svc/layout-diff';
import { attributesOf } from './page/layout/attributesOf.js';
import { boxOf } from './page/layout/boxOf.js';
import { childrenOf } from './page/layout/childrenOf.js';
import { colorOf } from './page/layout/colorOf.js';
import { createBrush } from './page/layout/createBrush.js';
import { createMemory } from './page/layout/createMemory.js';
import { createNodeWriter } from './page/layout/createNodeWriter.js';
import { createRecorder } from './page/layout/createRecorder.js';
import { createStyleReader } from './page/layout/createStyleReader.js';
import { createTextTable } from './page/layout/createTextTable.js';
import { describeNode } from './page/layout/describeNode.js';
import { imageOf } from './page/layout/imageOf.js';
import { kindOf } from './page/layout/kindOf.js';
import type { LayoutOptions, LayoutRecorder, LayoutSteps } from './page/layout/LayoutSteps.js';
import { listFonts } from './page/layout/listFonts.js';
import { nameOf } from './page/layout/nameOf.js';
import { placementIn } from './page/layout/placementIn.js';
import { recordLayout } from './page/layout/recordLayout.js';
import { type Shown, shownClip } from './page/layout/shownClip.js';
import { sorted } from './page/layout/sorted.js';
import { spotsIn } from './page/layout/spotsIn.js';
import { textOf } from './page/layout/textOf.js';
import { declaredIn } from './page/layout/tokens/declaredIn.js';
import { eachDeclaration } from './page/layout/tokens/eachDeclaration.js';
import { eachInUse } from './page/layout/tokens/eachInUse.js';
import { indexTokens } from './page/layout/tokens/indexTokens.js';
import { listTokens } from './page/layout/tokens/listTokens.js';
import { listUses } from './page/layout/tokens/listUses.js';
import { noteInlineUses } from './page/layout/tokens/noteInlineUses.js';
import { noteUses } from './page/layout/tokens/noteUses.js';
import { pageState } from './page/layout/tokens/pageState.js';
import { readHostTokens } from './page/layout/tokens/readHostTokens.js';
import { readTokens } from './page/layout/tokens/readTokens.js';
import { sheetsOf } from './page/layout/tokens/sheetsOf.js';

const steps: LayoutSteps = {
  attributesOf,
  boxOf,
  childrenOf,
  colorOf,
  createBrush,
  createMemory,
  createNodeWriter,
  createStyleReader,
  createTextTable,
  declaredIn,
  describeNode,
  eachDeclaration,
  eachInUse,
  imageOf,
  indexTokens,
  kindOf,
  listFonts,
  listTokens,
  listUses,
  nameOf,
  noteInlineUses,
  noteUses,
  pageState,
  placementIn,
  readHostTokens,
  readTokens,
  recordLayout,
  sheetsOf,
  sorted,
  spotsIn,
  textOf,
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

type ImageArea = Pick<LayoutOptions, 'scale' | 'clip'>;

/** A function of an {@link ImageArea}, or null, with the recorder of the document, which it makes for the first record. */
const record = `((area) => {
  if (area === null) return null;
  const kit = window.svcDocumentKit;
  const record = kit?.recordLayout ?? (${createRecorder})({ ...${JSON.stringify(fixed)}, steps: { ${stepTexts.join(', ')} } });
  if (kit) kit.recordLayout = record;
  return record(area);
})`;

/**
 * An expression, for the outermost document once its picture is taken: a layout record as JSON. What the page has changed of its
 * own functions may make it throw.
 */
export const layoutScript = (area: ImageArea): string => `${record}(${JSON.stringify(area)})`;

/** As {@link layoutScript}, and a hundred times shorter; null in a document of which nothing was recorded yet. */
export const nextLayoutScript = (area: ImageArea): string =>
  `window.svcDocumentKit?.recordLayout?.(${JSON.stringify(area)}) ?? null`;

/**
 * An expression as {@link layoutScript}, where the driver knows what its picture shows in its own words. Null in a document that is
 * in a frame, and where the page has nothing of the picture's size.
 */
export const shownLayoutScript = (shown: Shown): string =>
  `${record}(window.parent === window ? (${shownClip})(${JSON.stringify(shown)}) : null)`;

let recorder: LayoutRecorder | undefined;

/** As {@link shownLayoutScript}, for what runs in the document itself, be it in a frame. */
export function recordShown(shown: Shown): string | null {
  const area = shownClip(shown);
  recorder ??= createRecorder({ ...fixed, steps });
  return area && recorder(area);
}

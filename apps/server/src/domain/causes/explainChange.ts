import { createHash } from 'node:crypto';
import {
  diffLayouts,
  explainRegions,
  type Frame,
  type Cause as LayoutCause,
  type LayoutRecord,
  toImage,
} from '@svc/layout-diff';
import type { Box, Cause, DetailedCause, ResultCauses } from '@svc/schema';
import { mostOfSentence, shorten } from '../shorten.js';

/** What is kept of a change: the boxes apart, since few ask for them. */
export interface ExplainedChange {
  causes: ResultCauses;
  /** For each of the causes. */
  boxes: DetailedCause['boxes'][];
}

const mostCauses = 20;

/** What the layout records of two images tell of why the regions of their comparison changed. */
export function explainChange(
  before: LayoutRecord,
  after: LayoutRecord,
  regions: readonly Box[],
): ExplainedChange {
  const layouts = diffLayouts(before, after);
  const { regionsOf, isWhole, unexplained } = explainRegions(layouts, regions);
  // What explains pixels comes before what does not; else in the order of the package.
  const order = layouts.causes
    .map((_, place) => place)
    .sort((a, b) => Number(regionsOf[a]?.length === 0) - Number(regionsOf[b]?.length === 0) || a - b)
    .slice(0, mostCauses);
  const kept = order.flatMap((place) => {
    const cause = layouts.causes[place];
    return cause ? [{ cause, regions: regionsOf[place] ?? [], isWhole: isWhole[place] ?? false }] : [];
  });
  return {
    causes: {
      causes: kept.map(({ cause, ...explains }) => presentCause(cause, explains)),
      total: layouts.causes.length,
      unexplained,
      isExplained: regions.length > 0 && unexplained.length === 0,
      isPartial: layouts.isPartial,
    },
    boxes: kept.map(({ cause }) => ({
      before: toPixels(cause.boxes.before, layouts.frames.before),
      after: toPixels(cause.boxes.after, layouts.frames.after),
    })),
  };
}

const presentCause = (
  { signature, kind, property, from, to, component, text, element, count, effect }: LayoutCause,
  explains: Pick<Cause, 'regions' | 'isWhole'>,
): Cause => ({
  signature: createHash('sha256').update(signature).digest('hex').slice(0, 32),
  kind,
  property: property && shorten(property),
  from: from && shorten(from),
  to: to && shorten(to),
  component: component && shorten(component),
  text: shorten(text, mostOfSentence),
  element: shorten(element),
  count,
  effect,
  ...explains,
});

const toPixels = (boxes: readonly Box[], frame: Frame): Box[] =>
  boxes.map((box) => {
    const { x, y, width, height } = toImage(box, frame);
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  });

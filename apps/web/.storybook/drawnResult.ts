import { type DrawingName, drawings } from '../dev/componentImages.js';
import type { ReviewItem } from '../src/client/presentReview.js';
import { exampleResult } from '../src/testing/exampleReview.js';

/** A drawing as the address of an image. */
const imageOf = (drawing: DrawingName, hue: number, version: 0 | 1): string =>
  `data:image/svg+xml,${encodeURIComponent(drawings[drawing](hue, version).svg)}`;

const place = { x: 40, y: 34, width: 216, height: 52 };

/** A result whose images show one drawing in two versions. */
export function drawnResult(drawing: DrawingName, fields: Partial<ReviewItem> = {}): ReviewItem {
  const before = drawings[drawing](210, 0);
  const after = drawings[drawing](210, 1);
  const changed = (fields.status ?? 'changed') === 'changed';
  return exampleResult({
    name: `Library/${drawing[0]?.toUpperCase()}${drawing.slice(1)}/Default`,
    viewport: { width: 1280, height: 720 },
    diffPercentage: changed ? 1.24 : null,
    currentImageUrl: imageOf(drawing, 210, changed ? 1 : 0),
    baselineImageUrl: imageOf(drawing, 210, 0),
    headHash: 'b'.repeat(64),
    headSize: changed ? after : before,
    baselineHash: 'a'.repeat(64),
    baselineSize: before,
    baselineSource: 'branch:main',
    baselineOrigin: { captureId: 'cap_0', commit: '9f8e7d6c5b4a3f2e', branch: 'main' },
    comparisonId: changed ? 1 : null,
    regions: changed ? [{ ...place, kind: 'changed', severity: 'medium', base: place }] : null,
    regionCount: changed ? 1 : 0,
    rowChanges: changed ? [] : null,
    columnChanges: changed ? [] : null,
    moves: changed ? [] : null,
    ...fields,
  });
}

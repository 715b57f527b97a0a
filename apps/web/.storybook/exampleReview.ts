import { type DrawingName, drawings } from '../dev/componentImages.js';
import type { ReviewDiff, ReviewItem } from '../src/client/presentReview.js';

const noDecision = { decidedBy: null, decidedAt: null };

/** A drawing as the address of an image. */
export const imageOf = (drawing: DrawingName, hue: number, version: 0 | 1): string =>
  `data:image/svg+xml,${encodeURIComponent(drawings[drawing](hue, version).svg)}`;

/** A result whose images show one drawing in two versions. */
export function exampleResult(drawing: DrawingName, fields: Partial<ReviewItem> = {}): ReviewItem {
  const before = drawings[drawing](210, 0);
  const after = drawings[drawing](210, 1);
  const changed = (fields.status ?? 'changed') === 'changed';
  return {
    name: `Library/${drawing[0]?.toUpperCase()}${drawing.slice(1)}/Default`,
    viewport: { width: 1280, height: 720 },
    status: 'changed',
    approvalStatus: 'pending',
    diffPercentage: changed ? 1.24 : null,
    currentImageUrl: imageOf(drawing, 210, changed ? 1 : 0),
    baselineImageUrl: imageOf(drawing, 210, 0),
    diffImageUrl: null,
    thumbnailUrl: null,
    headHash: 'b'.repeat(64),
    headSize: changed ? after : before,
    baselineHash: 'a'.repeat(64),
    baselineSize: before,
    baselineSource: 'branch:main',
    baselineOrigin: { captureId: 'cap_0', commit: '9f8e7d6c5b4a3f2e', branch: 'main' },
    carriedFrom: null,
    renderer: null,
    baselineRenderer: null,
    path: null,
    unstable: false,
    flakeCount: 0,
    comparisonId: changed ? 1 : null,
    fingerprint: null,
    regions: changed ? [{ x: 40, y: 34, width: 216, height: 52 }] : null,
    regionCount: changed ? 1 : 0,
    rowChanges: changed ? [] : null,
    ...noDecision,
    ...fields,
  };
}

const count = (results: readonly ReviewItem[], is: (result: ReviewItem) => boolean) =>
  results.filter(is).length;

/** A completed diff of a feature branch that holds these results. */
export function exampleDiff(results: ReviewItem[], fields: Partial<ReviewDiff> = {}): ReviewDiff {
  const reviewable = results.filter(({ status }) => ['changed', 'new', 'removed'].includes(status));
  return {
    id: 'dif_1',
    suite: 'storybook',
    status: 'completed',
    headCaptureId: 'cap_1',
    baseCaptureId: null,
    baselineRef: 'main',
    targetRefs: null,
    isLocal: false,
    reviewUrl: null,
    createdAt: '2026-03-01T09:00:00.000Z',
    project: 'acme/web',
    branch: 'feature/checkout',
    commit: 'a1b2c3d4e5f6a7b8a1b2c3d4e5f6a7b8a1b2c3d4',
    threshold: 0.063,
    antiAliasing: true,
    counts: {
      changed: count(results, ({ status }) => status === 'changed'),
      new: count(results, ({ status }) => status === 'new'),
      removed: count(results, ({ status }) => status === 'removed'),
      unchanged: count(results, ({ status }) => status === 'unchanged'),
      skipped: count(results, ({ status }) => status === 'skipped'),
      failed: 0,
      pending: count(reviewable, ({ approvalStatus }) => approvalStatus === 'pending'),
      approved: count(reviewable, ({ approvalStatus }) => approvalStatus === 'approved'),
      rejected: count(reviewable, ({ approvalStatus }) => approvalStatus === 'rejected'),
    },
    conclusion: reviewable.length > 0 ? 'failure' : 'success',
    error: null,
    isStale: false,
    failures: [],
    imageToken: 'none',
    results,
    ...fields,
  };
}

import type { ReviewDiff, ReviewItem } from '../client/presentReview.js';

/** A pending change of a snapshot without images. */
export const exampleResult = (fields: Partial<ReviewItem> = {}): ReviewItem => ({
  name: 'a',
  viewport: null,
  browser: null,
  status: 'changed',
  approvalStatus: 'pending',
  diffPercentage: 1,
  subthreshold: null,
  currentImageUrl: '',
  baselineImageUrl: null,
  diffImageUrl: null,
  alignedDiffImageUrl: null,
  thumbnailUrl: null,
  headHash: null,
  headSize: null,
  baselineHash: null,
  baselineSize: null,
  baselineSource: null,
  baselineOrigin: null,
  baseline: null,
  carriedFrom: null,
  renderer: null,
  baselineRenderer: null,
  path: null,
  ignored: null,
  unstable: false,
  incomplete: [],
  flakeCount: 0,
  comparisonId: null,
  fingerprint: null,
  regions: null,
  regionCount: 0,
  rowChanges: null,
  decidedBy: null,
  decidedAt: null,
  ...fields,
});

/** A completed diff of a feature branch that holds these results. */
export function exampleDiff(results: ReviewItem[], fields: Partial<ReviewDiff> = {}): ReviewDiff {
  const having = (status: ReviewItem['status']) =>
    results.filter((result) => result.status === status).length;
  const reviewable = results.filter(({ status }) => ['changed', 'new', 'removed'].includes(status));
  const decided = (status: ReviewItem['approvalStatus']) =>
    reviewable.filter(({ approvalStatus }) => approvalStatus === status).length;
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
    judging: true,
    counts: {
      changed: having('changed'),
      new: having('new'),
      removed: having('removed'),
      unchanged: having('unchanged'),
      skipped: having('skipped'),
      failed: 0,
      pending: decided('pending'),
      approved: decided('approved'),
      rejected: decided('rejected'),
    },
    conclusion: reviewable.length > 0 ? 'failure' : 'success',
    error: null,
    isStale: false,
    moves: [],
    newerBuild: null,
    revokedApproval: null,
    failures: [],
    imageToken: 'none',
    results,
    ...fields,
  };
}

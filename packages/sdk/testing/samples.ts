import type {
  Capture,
  Diff,
  DiffCounts,
  DiffResult,
  Site,
  Snapshot,
  SnapshotDiffResult,
} from '../src/types.js';

const createdAt = '2026-01-01T00:00:00.000Z';

export const sampleSnapshot = (given: Partial<Snapshot> = {}): Snapshot => ({
  name: 'Button/Primary',
  viewport: null,
  browser: null,
  imageUrl: 'http://images/1',
  hash: 'a'.repeat(64),
  width: 10,
  height: 10,
  path: null,
  metadata: null,
  unstable: false,
  ignored: [],
  incomplete: [],
  renderer: null,
  carriedFrom: null,
  attempt: 1,
  ...given,
});

/** Answer of an upload that is compared at once. */
export const sampleUpload = (given: Partial<SnapshotDiffResult> = {}): SnapshotDiffResult => ({
  name: 'one',
  browser: null,
  suite: 'default',
  status: 'unchanged',
  diffPercentage: null,
  reason: null,
  diffId: 'dif_1',
  captureId: 'cap_1',
  currentStorageKey: null,
  baselineStorageKey: null,
  diffStorageKey: null,
  ignored: null,
  path: null,
  approvalStatus: 'pending',
  baselineSource: null,
  baseline: null,
  ...given,
});

export const sampleCapture = (given: Partial<Capture> = {}): Capture => ({
  id: 'cap_1',
  suite: 'default',
  branch: 'main',
  commit: 'c1',
  status: 'completed',
  totalSnapshots: 0,
  completedSnapshots: 0,
  failedSnapshots: 0,
  partial: false,
  ephemeral: false,
  isLocal: false,
  autoApprove: false,
  autoBaseline: false,
  createdAt,
  completedAt: null,
  error: null,
  snapshots: [],
  failures: [],
  ...given,
});

export const sampleResult = (given: Partial<DiffResult> = {}): DiffResult => ({
  name: 'Button/Primary',
  viewport: null,
  browser: null,
  status: 'unchanged',
  diffPercentage: null,
  diffImageUrl: null,
  alignedDiffImageUrl: null,
  currentImageUrl: '',
  baselineImageUrl: null,
  headHash: null,
  approvalStatus: 'pending',
  baselineSource: null,
  baselineHash: null,
  baseline: null,
  renderer: null,
  baselineRenderer: null,
  path: null,
  width: null,
  height: null,
  decidedBy: null,
  note: null,
  approvals: null,
  decidedAt: null,
  unstable: false,
  ignored: null,
  incomplete: [],
  flakeCount: 0,
  regions: null,
  rowChanges: null,
  columnChanges: null,
  moves: null,
  reason: null,
  subthreshold: null,
  similarity: null,
  fingerprint: null,
  thumbnailUrl: null,
  causes: null,
  ...given,
});

export function sampleCounts(results: DiffResult[], failed = 0): DiffCounts {
  const count = (is: (result: DiffResult) => boolean) => results.filter(is).length;
  const reviewable = results.filter(({ status }) => ['changed', 'new', 'removed'].includes(status));
  const decided = (as: string) => reviewable.filter(({ approvalStatus }) => approvalStatus === as).length;
  return {
    changed: count(({ status }) => status === 'changed'),
    new: count(({ status }) => status === 'new'),
    removed: count(({ status }) => status === 'removed'),
    unchanged: count(({ status }) => status === 'unchanged'),
    skipped: count(({ status }) => status === 'skipped'),
    failed,
    pending: decided('pending'),
    approved: decided('approved'),
    rejected: decided('rejected'),
  };
}

export function sampleDiff(given: Partial<Diff> = {}): Diff {
  const { results = [], failures = [] } = given;
  return {
    id: 'dif_1',
    suite: 'default',
    status: 'completed',
    headCaptureId: 'cap_1',
    baseCaptureId: null,
    baselineRef: null,
    targetRefs: null,
    isLocal: false,
    reviewUrl: 'http://service/diffs/dif_1',
    createdAt,
    project: 'acme/web',
    branch: 'main',
    commit: 'c1',
    threshold: 0.063,
    antiAliasing: true,
    judging: true,
    counts: sampleCounts(results, failures.length),
    conclusion: null,
    error: null,
    isStale: false,
    results,
    failures,
    ...given,
  };
}

export const sampleSite = (given: Partial<Site> = {}): Site => ({
  id: 'sit_1',
  project: 'acme/web',
  status: 'ready',
  fileCount: 3,
  totalBytes: 300,
  cdnUrl: 'http://sit_1.sites.localhost/',
  createdAt,
  error: null,
  tool: 'stories-a',
  ...given,
});

import type {
  Capture,
  CreateCaptureOptions,
  Diff,
  DiffResult,
  SiteFile,
  Snapshot,
  SnapshotFailure,
  StoryEntry,
} from '@svc/sdk';
import {
  sampleCapture,
  sampleCounts,
  sampleDiff,
  sampleResult,
  sampleSite,
  sampleSnapshot,
} from '../../sdk/testing/samples.js';
import { type FakeHandlers, startFakeService } from '../../sdk/testing/startFakeService.js';

export interface Scenario {
  stories?: StoryEntry[];
  /** What a diff finds. */
  results?: DiffResult[];
  /** What could not be captured. */
  failures?: SnapshotFailure[];
  /** Captures that a look-up finds. */
  captures?: Capture[];
  /** Take the place of what the scenario answers. */
  handlers?: FakeHandlers;
}

/** A service in which one capture and one diff go through their states, as slowly as three questions. */
export function startScenario({
  stories = [],
  results = [],
  failures = [],
  captures = [],
  handlers = {},
}: Scenario) {
  let capture = sampleCapture();
  let diff: Diff = sampleDiff();
  let questions = 0;

  const describe = () => {
    questions += 1;
    const done = questions >= 3;
    const failed = done ? failures.length : 0;
    const completed = done ? capture.totalSnapshots - failures.length : 0;
    const ended = done && completed === 0 ? 'failed' : 'completed';
    capture = {
      ...capture,
      status: done ? ended : 'capturing',
      completedSnapshots: completed,
      failedSnapshots: failed,
      failures: done ? failures : [],
      snapshots: done ? snapshotsOf(results) : [],
    };
    return capture;
  };

  return startFakeService({
    uploadSite: () => sampleSite({ status: 'pending' }),
    announceSite: ({ body }) => ({
      site: sampleSite({ status: 'pending' }),
      missing: (body as { files: SiteFile[] }).files.map(({ hash }) => hash),
    }),
    uploadSiteFiles: () => sampleSite({ status: 'pending' }),
    getSite: () => sampleSite(),
    discoverStories: () => ({ stories, nextCursor: null }),
    findKnownImages: () => ({ known: [] }),
    findKnownCommits: () => ({ known: [], missing: [] }),
    addCommits: () => ({}),
    createCapture: ({ body }) => {
      const { suite, branch, commit, targets, snapshots, autoBaseline } = body as CreateCaptureOptions;
      capture = sampleCapture({
        id: 'cap_7',
        suite,
        branch: branch ?? null,
        commit: commit ?? null,
        status: 'pending',
        totalSnapshots: (targets ?? snapshots ?? []).length,
        autoBaseline: autoBaseline ?? false,
      });
      return capture;
    },
    uploadSnapshot: ({ query }) => sampleSnapshot({ name: query.name ?? '' }),
    completeCapture: () => capture,
    getCapture: ({ id }) => {
      const known = captures.find((one) => one.id === id);
      if (!known) return describe();
      return known.snapshots.length > 0 ? known : { ...known, snapshots: snapshotsOf(results) };
    },
    listCaptures: ({ query }) => ({
      captures: captures
        .filter(
          ({ commit, suite }) => suite === query.suite && query.commits?.split(',').includes(commit ?? ''),
        )
        .map(({ snapshots, failures, ...summary }) => summary),
      nextCursor: null,
    }),
    listBaselines: () => ({ refs: [], baselines: [], nextCursor: null }),
    createDiff: () => {
      diff = sampleDiff({ id: 'dif_7', status: 'processing', headCaptureId: capture.id });
      return diff;
    },
    getDiff: () => {
      diff = {
        ...diff,
        status: 'completed',
        results,
        failures,
        counts: sampleCounts(results, failures.length),
      };
      return diff;
    },
    approve: () => {
      for (const result of results) {
        if (result.approvalStatus === 'pending') result.approvalStatus = 'approved';
      }
      return { approved: results.length, total: results.length };
    },
    ...handlers,
  });
}

/** The snapshots of the capture that has these results. */
export const snapshotsOf = (results: DiffResult[]): Snapshot[] =>
  results
    .filter(({ status }) => status !== 'removed' && status !== 'skipped')
    .map(({ name, viewport, browser }) => sampleSnapshot({ name, viewport, browser }));

/** Results of a review in which `names` have this status. */
export const resultsOf = (status: DiffResult['status'], ...names: string[]): DiffResult[] =>
  names.map((name) =>
    sampleResult({
      name,
      status,
      approvalStatus: status === 'unchanged' ? 'approved' : 'pending',
      diffPercentage: status === 'changed' ? 1.234 : null,
    }),
  );

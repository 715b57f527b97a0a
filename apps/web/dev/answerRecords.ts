import type { Capture, OperationName, SnapshotDetails } from '@svc/schema';
import { parseViewportKey } from '@svc/schema';
import type { Fixtures } from './Fixtures.js';

interface Asked {
  id: string;
  query: URLSearchParams;
}

type Handler = (fixtures: Fixtures, asked: Asked) => unknown;

/** One page of a list; the cursor is the index of the next one. */
function pageOf<One>(
  list: readonly One[],
  query: URLSearchParams,
): { page: One[]; nextCursor: string | null } {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 50);
  return { page: list.slice(start, end), nextCursor: end < list.length ? String(end) : null };
}

/** Every part takes its time; the slowest is the first. What was announced with no target was uploaded. */
function detailsOf({ id, snapshots, failures }: Capture): { snapshots: SnapshotDetails[] } {
  const isUploaded = id === 'cap_base';
  const target = (name: string) => ({
    name,
    url: `http://localhost:6006/iframe.html?id=${name.length}`,
    delay: 50,
  });
  const common = {
    renderer: null,
    carriedFrom: null,
    metadata: null,
    flakeCount: 0,
    unstable: false,
    console: [],
  };
  const taken = snapshots.map(
    ({ name, viewport, renderer, unstable }, index): SnapshotDetails => ({
      ...common,
      name,
      viewport,
      status: 'captured',
      renderer,
      unstable,
      flakeCount: index % 9 === 4 ? 2 : 0,
      error: null,
      metadata: { team: 'growth', storyId: `story-${index}` },
      target: isUploaded ? null : target(name),
      timings: isUploaded
        ? null
        : {
            load: 900 / (index + 1) + 40,
            delay: 50,
            settle: 120 + ((index * 37) % 200),
            pose: 12,
            shot: 90,
            compare: 8,
            store: 25,
          },
    }),
  );
  const failed = failures.map(
    ({ name, viewport, message }, index): SnapshotDetails => ({
      ...common,
      name,
      viewport,
      status: 'failed',
      timings: null,
      error: message,
      target: target(name),
      console: index === 0 ? ['TypeError: theme is undefined', 'Warning: the provider is missing'] : [],
    }),
  );
  return { snapshots: [...taken, ...failed] };
}

/** The operations of the pages of suites, snapshots and sessions; null for what there is not. */
export const recordHandlers: Partial<Record<OperationName, Handler>> = {
  getSuite: ({ records }, { query }) => records.suite(query.get('suite') ?? '') ?? null,
  listBaselines: ({ records }, { query }) => {
    const list = records.baselines[`${query.get('suite')} ${query.get('branch')}`] ?? [];
    const { page, nextCursor } = pageOf(list, query);
    return { refs: ['main'], baselines: page, nextCursor };
  },
  getCaptureDetails: ({ captures }, { id }) => {
    const capture = captures.get(id);
    return capture ? detailsOf(capture) : null;
  },
  listDiffs: (fixtures, { query }) => {
    const [suite, capture] = [query.get('suite'), query.get('headCaptureId')];
    const list = fixtures
      .summaries()
      .diffs.filter(
        (diff) =>
          (suite === null || diff.suite === suite) && (capture === null || diff.headCaptureId === capture),
      );
    const { page, nextCursor } = pageOf(list, query);
    return { diffs: page, nextCursor };
  },
  listCaptures: (fixtures, { query }) => {
    const list = fixtures.summaries().captures.filter(({ suite }) => suite === query.get('suite'));
    const { page, nextCursor } = pageOf(list, query);
    return { captures: page, nextCursor };
  },
  listSessions: ({ records }, { query }) => {
    const suite = query.get('suite');
    const list = records.sessions.filter(
      ({ diffs }) => suite === null || diffs.some((diff) => diff.suite === suite),
    );
    const { page, nextCursor } = pageOf(list, query);
    return { sessions: page, nextCursor };
  },
  getSession: (fixtures, { id }) => {
    const session = fixtures.records.sessions.find((one) => one.id === id);
    if (!session) return null;
    const { captures } = fixtures.summaries();
    return {
      ...session,
      diffs: session.diffs.map((diff) => ({
        ...diff,
        ...fixtures.summaries().diffs.find((one) => one.id === diff.id && one.suite === diff.suite),
        checkRunUrl: null,
        isStale: fixtures.records.staleDiffIds.includes(diff.id),
        capture: captures.find((capture) => capture.id === diff.headCaptureId),
      })),
    };
  },
  listCheckRuns: ({ records, access }, { query }) => ({
    checkRuns: query.has('commit') ? records.checkRuns : access.checkRuns,
  }),
  deliverCheckRun: ({ records }, { id }) => {
    records.delivered.push(id);
    records.checkRuns = records.checkRuns.map((run) =>
      run.id === id ? { ...run, isShown: true, error: null, nextAttemptAt: null } : run,
    );
    return {};
  },
  getSnapshotHistory: ({ records }, { query }) => {
    const viewport = parseViewportKey(query.get('viewport') ?? '');
    const history = records.history(query.get('suite') ?? '', query.get('name') ?? '', viewport);
    if (!history) return null;
    const { page, nextCursor } = pageOf(history.events, query);
    return { ...history, events: page, nextCursor };
  },
};

import type {
  Capture,
  CheckRunList,
  CompletedSession,
  CompleteSessionBody,
  CreateCaptureBody,
  CreateDiffBody,
  CreatedSession,
  Diff,
  SnapshotDiffResult,
} from '@svc/schema';
import { image, imageHash } from './image.js';
import { settled } from './settled.js';
import type { TestService } from './startTestService.js';

/** Shades of red by snapshot name. */
export type Looks = Readonly<Record<string, number>>;

/** Snapshots that one request may name. */
const mostKnown = 500;

/** What a run says of itself. */
export interface RunOptions {
  suite?: string;
  branch: string;
  commit: string;
  baselineRef?: string;
  autoApprove?: boolean;
  shard?: string;
  job?: string;
  runKey?: string;
}

export interface EndedRun {
  sessionId: string;
  diffId: string;
  results: SnapshotDiffResult[];
  completed: CompletedSession;
}

/** Runs and uploads of one project, as clients make them. */
export function runParts(service: TestService, apiKey: string = service.apiKey) {
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await service.ask<Body>('POST', `/api/v1${path}`, body, apiKey);
    if (answer.status !== 200) throw new Error(`${path} answers ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const upload = async (query: Record<string, string>, red: number): Promise<unknown> => {
    const path = `/api/v1/snapshots?${new URLSearchParams(query)}`;
    const answer = await service.upload(path, image(red), 'image/png', apiKey);
    if (answer.status !== 200) throw new Error(`${path} answers ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  /** A session over some snapshots, as `svc run` has one. */
  async function run(
    options: RunOptions,
    looks: Looks,
    end: Partial<CompleteSessionBody> = {},
  ): Promise<EndedRun> {
    const open = { suite: 'forms', ...options };
    const { sessionId, diffId } = await post<CreatedSession>('/sessions', open);
    const { suite, branch, commit, baselineRef } = open;
    const results: SnapshotDiffResult[] = [];
    for (const [name, red] of Object.entries(looks)) {
      const query = { sessionId, suite, branch, commit, name, baselineRef: baselineRef ?? 'main' };
      results.push((await upload(query, red)) as SnapshotDiffResult);
    }
    const completed = await post<CompletedSession>(`/sessions/${sessionId}/complete`, end);
    return { sessionId, diffId, results, completed };
  }

  /** A session over many snapshots of one image, which the project has already; its diff. */
  async function runKnown(options: RunOptions, names: readonly string[], red: number): Promise<string> {
    const open = { suite: 'forms', ...options };
    const { sessionId, diffId } = await post<CreatedSession>('/sessions', open);
    for (let start = 0; start < names.length; start += mostKnown) {
      const some = names.slice(start, start + mostKnown);
      const snapshots = some.map((name) => ({ name, hash: imageHash(red) }));
      await post('/snapshots/known', { ...open, sessionId, snapshots });
    }
    await post<CompletedSession>(`/sessions/${sessionId}/complete`, { exitCode: 0 });
    return diffId;
  }

  /** A manual capture, as `svc upload` makes one; null for an image that cannot be read. */
  async function capture(options: Partial<CreateCaptureBody> & RunOptions, looks: Looks): Promise<Capture> {
    const snapshots = Object.keys(looks).map((name) => ({ name }));
    const made = await post<Capture>('/captures', { suite: 'forms', ...options, snapshots });
    for (const [name, red] of Object.entries(looks)) await upload({ captureId: made.id, name }, red);
    return settled(service, 'captures', made.id, { apiKey });
  }

  async function diff(headCaptureId: string, options: Partial<CreateDiffBody> = {}): Promise<Diff> {
    const { id } = await post<Diff>('/diffs', { suite: 'forms', headCaptureId, ...options });
    return settled(service, 'diffs', id, { apiKey });
  }

  const checks = async (commit: string): Promise<CheckRunList['checkRuns']> =>
    (await service.ask<CheckRunList>('GET', `/api/v1/check-runs?commit=${commit}`, undefined, apiKey)).body
      .checkRuns;

  /** What the check of a commit says, or that of one of its suites; `none` where there is no check. */
  async function check(commit: string, suite: string | null = null): Promise<string> {
    const found = (await checks(commit)).find((one) => one.suite === suite);
    if (!found) return 'none';
    const outcome = found.status === 'in_progress' ? 'open' : (found.conclusion ?? 'inconclusive');
    return `${outcome}: ${found.title}`;
  }

  return { post, run, runKnown, capture, diff, check, checks };
}

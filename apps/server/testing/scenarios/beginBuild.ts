import type { Capture, CompletedSession, CreatedSession, Diff } from '@svc/schema';
import { image } from '../image.js';
import type { Repository } from '../openRepository.js';
import { runParts } from '../runParts.js';
import { settled } from '../settled.js';
import type { TestService } from '../startTestService.js';

/** Where builds go. */
export interface Desk {
  service: TestService;
  repository: Repository;
  apiKey: string;
  suite: string;
}

export interface BuildOptions {
  /** Another checkout than that of the team. */
  from?: Repository;
  /** As a fork's branch is named, or as a queue builds it; that which is checked out unless given. */
  branch?: string;
  /** Where CI tests a merge of the pull request, the head of its branch. */
  commit?: string;
  /** Sends what the specification has and no more: neither the graph of commits nor a history. */
  specOnly?: boolean;
  /** Under a session id of the client, without a createSession, every story at the same time. */
  workers?: boolean;
  /** Only these stories, as a filter does. */
  only?: string[];
  exitCode?: number;
  complete?: boolean;
  autoApprove?: boolean;
  baselineRef?: string;
  /** An upload with a diff instead of a session, and what its approval promotes to. */
  targetRefs?: string[];
  shard?: string;
  job?: string;
  runKey?: string;
  /** The images in the order of their uploads, instead of one of each story. */
  uploads?: [name: string, look: string][];
}

const colors = [0, 255, [0, 255, 0], [0, 0, 255], [255, 255, 0]] as const;
export const imageOf = (look: string) => image(colors[Number(look)] ?? [255, 255, 255]);

/**
 * Captures what is checked out, as clients do.
 * @returns what ends the build, and answers the id of its diff
 */
export async function beginBuild(desk: Desk, options: BuildOptions): Promise<() => Promise<string>> {
  const { from = desk.repository, only } = options;
  if (!options.specOnly) await sendCommits(desk, from);
  const stories = Object.entries(from.stories());
  const uploads = options.uploads ?? stories.filter(([name]) => only?.includes(name) ?? true);
  const begin = options.targetRefs ? beginCapture : beginSession;
  return begin(desk, { ...options, from, uploads });
}

type Prepared = BuildOptions & Required<Pick<BuildOptions, 'from' | 'uploads'>>;

async function beginSession(desk: Desk, options: Prepared): Promise<() => Promise<string>> {
  const { post } = runParts(desk.service, desk.apiKey);
  const { exitCode = 0, complete = false, uploads } = options;
  const run = runOf(desk, options);
  const sessionId = options.workers
    ? `ci-${options.from.head()}`
    : (await post<CreatedSession>('/sessions', run)).sessionId;
  const { autoApprove: _, ...fields } = run;
  const send = (one: [string, string]) => upload(desk, { ...fields, sessionId }, one);
  if (options.workers) await Promise.all(uploads.map(send));
  else for (const one of uploads) await send(one);
  return async () => {
    const { diffs } = await post<CompletedSession>(`/sessions/${sessionId}/complete`, { exitCode, complete });
    const [diff, ...others] = diffs;
    if (!diff || others.length > 0) throw new Error(`the session has ${diffs.length} diffs`);
    return diff.diffId;
  };
}

async function beginCapture(desk: Desk, options: Prepared): Promise<() => Promise<string>> {
  const { service, apiKey, suite } = desk;
  const { post } = runParts(service, apiKey);
  const { uploads, targetRefs } = options;
  const snapshots = uploads.map(([name]) => ({ name }));
  const { id } = await post<Capture>('/captures', { ...runOf(desk, options), snapshots });
  return async () => {
    for (const one of uploads) await upload(desk, { captureId: id }, one);
    await settled(service, 'captures', id, { apiKey });
    return (await post<Diff>('/diffs', { suite, headCaptureId: id, targetRefs })).id;
  };
}

function runOf({ suite }: Desk, { from, branch, commit, ...options }: Prepared) {
  const { baselineRef, autoApprove, shard, job, runKey } = options;
  const checkout = from.head();
  return {
    suite,
    branch: branch ?? from.branch(),
    commit: commit ?? checkout,
    ...(commit ? { checkout } : {}),
    ...(baselineRef ? { baselineRef } : {}),
    ...(autoApprove ? { autoApprove } : {}),
    ...(shard ? { shard } : {}),
    ...(job ? { job } : {}),
    ...(runKey ? { runKey } : {}),
  };
}

async function upload(
  { service, apiKey }: Desk,
  fields: Record<string, string>,
  [name, look]: [string, string],
): Promise<void> {
  const path = `/api/v1/snapshots?${new URLSearchParams({ ...fields, name })}`;
  const { status, body } = await service.upload(path, imageOf(look), 'image/png', apiKey);
  if (status !== 200) throw new Error(`${path} answers ${JSON.stringify(body)}`);
}

async function sendCommits({ service, apiKey }: Desk, from: Repository): Promise<void> {
  const { status, body } = await service.ask('POST', '/api/v1/commits', { commits: from.commits() }, apiKey);
  if (status !== 200) throw new Error(`/commits answers ${JSON.stringify(body)}`);
}

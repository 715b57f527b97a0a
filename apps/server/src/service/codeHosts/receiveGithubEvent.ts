// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { approveAll } from '../../domain/checks/composeCheckRun.js';
import { groupBy } from '../../domain/checks/groupBy.js';
import type { Verdict } from '../../domain/checks/judgeSuite.js';
import { ServiceError } from '../../domain/ServiceError.js';
import {
  type FoundCheckRun,
  findCheckRunById,
  listCheckRunsOnGithub,
  requestCheckRun,
} from '../../store/checks/checkRuns.js';
import { type CodeHostRow, findCodeHost } from '../../store/codeHosts/codeHosts.js';
import { findRepository } from '../../store/codeHosts/codeRepositories.js';
import { isReceived, noteReceived } from '../../store/codeHosts/receivedWebhooks.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { accessProject, type ProjectAccess } from '../access/ProjectAccess.js';
import { judge } from '../checks/judge.js';
import { verifyDiff } from '../commits/verifyClaim.js';
import { approveSnapshots } from '../decisions/approveSnapshots.js';
import { reDiff } from '../diffs/reDiff.js';
import { openCodeHost } from '../openCodeHost.js';
import type { Resources } from '../Resources.js';

/** A webhook of GitHub, as it came in. */
export interface GithubEvent {
  /** Value of `X-GitHub-Event`. */
  event: string;
  /** Value of `X-GitHub-Delivery`. */
  deliveryId: string;
  /** Value of `X-Hub-Signature-256`. */
  signature: string;
  body: Buffer;
}

/** What of GitHub's payload matters here. */
const checkRunEvent = z.object({
  action: z.string(),
  check_run: z.object({ external_id: z.string().nullable(), head_sha: z.string() }),
  requested_action: z.object({ identifier: z.string() }).optional(),
  repository: z.object({ id: z.number() }),
  sender: z.object({ login: z.string(), type: z.string() }),
});
type CheckRunEvent = z.infer<typeof checkRunEvent>;

/** "Re-run all checks" of a commit. */
const checkSuiteEvent = z.object({
  action: z.string(),
  check_suite: z.object({ head_sha: z.string() }),
  repository: z.object({ id: z.number() }),
  sender: z.object({ login: z.string() }),
});
type CheckSuiteEvent = z.infer<typeof checkSuiteEvent>;

/** Milliseconds to ask GitHub for a permission; it gives up on a webhook after 10 s. */
const permissionTimeout = 8_000;

/** What became of an event, for the person who reads GitHub's list of deliveries. */
export interface EventOutcome {
  outcome: 'done' | 'ignored' | 'refused';
  reason: string;
}

const ignored = (reason: string): EventOutcome => ({ outcome: 'ignored', reason });
const refused = (reason: string): EventOutcome => ({ outcome: 'refused', reason });

/**
 * Does what was asked on GitHub: the button of a check approves all, re-running a check evaluates it again. An event
 * counts once.
 * @throws ServiceError UNAUTHORIZED for a wrong signature, NOT_FOUND when the deployment has no webhook secret
 */
export async function receiveGithubEvent(resources: Resources, event: GithubEvent): Promise<EventOutcome> {
  const { githubWebhookSecret: secret, database } = resources;
  if (secret === null)
    throw new ServiceError('NOT_FOUND', 'This service takes no webhooks; set SVC_GITHUB_WEBHOOK_SECRET');
  if (!isSigned(secret, event))
    throw new ServiceError('UNAUTHORIZED', 'The signature of the webhook is not valid');
  const act = readEvent(event);
  if ('outcome' in act) return act;
  // The delivery id is not signed, so what was done is known by its body too. A check that has changed since has another
  // `completed_at`, so a new click never has the body of an old one.
  const bodyId = `sha256:${createHash('sha256').update(event.body).digest('hex')}`;
  if (await isReceived(database, [event.deliveryId, bodyId]))
    return ignored('this delivery was received before');
  const outcome = await act.on(resources);
  // Noted at the end: an event whose work failed may be sent again, and doing it twice at once changes nothing.
  await noteReceived(database, outcome.outcome === 'done' ? [event.deliveryId, bodyId] : [event.deliveryId]);
  return outcome;
}

/** What an event asks for. */
function readEvent({
  event,
  body,
}: GithubEvent): { on: (resources: Resources) => Promise<EventOutcome> } | EventOutcome {
  const payload = parseJson(body);
  if (event === 'check_suite') {
    const { success, data } = checkSuiteEvent.safeParse(payload);
    if (!success) return ignored('the payload is not one of a check suite');
    if (data.action !== 'rerequested') return ignored(`${data.action} is not used`);
    return { on: (resources) => runSuiteAgain(resources, data) };
  }
  if (event !== 'check_run') return ignored(`events of the kind ${event} are not used`);
  const { success, data } = checkRunEvent.safeParse(payload);
  if (!success) return ignored('the payload is not one of a check run');
  if (data.action !== 'requested_action' && data.action !== 'rerequested')
    return ignored(`${data.action} is not used`);
  return { on: (resources) => act(resources, data) };
}

function isSigned(secret: string, { signature, body }: GithubEvent): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

async function act(resources: Resources, event: CheckRunEvent): Promise<EventOutcome> {
  const { database } = resources;
  const run = await findCheckRunById(database, event.check_run.external_id ?? '');
  const host = run && (await findCodeHost(database, run.projectId));
  const repository = host?.codeRepositoryId
    ? await findRepository(database, host.codeRepositoryId)
    : undefined;
  const isOurs =
    host?.kind === 'github' &&
    repository?.repositoryId === String(event.repository.id) &&
    run?.commit === event.check_run.head_sha;
  if (!run || !host || !isOurs) return ignored('the check run is not of this service');
  const project = await findProjectById(database, run.projectId);
  const access = accessOf(project, event.sender);
  try {
    if (event.action === 'rerequested') return await runAgain(resources, access, run.commit, [run]);
    const verdicts = verdictsOf(await judge(database, project.id, run.commit), run);
    if (event.requested_action?.identifier !== approveAll.identifier || run.suite === null) {
      return ignored('the action is not known');
    }
    if (!(await mayApprove(resources, project, host, event.sender))) {
      return refused(`${event.sender.login} is not allowed to approve`);
    }
    return await approvePending(resources, access, verdicts);
  } catch (error) {
    if (error instanceof ServiceError && error.statusCode < 500) return refused(error.message);
    throw error;
  }
}

/** Approves what counts for the check and is pending, in the diffs that it is of. */
async function approvePending(
  resources: Resources,
  access: ProjectAccess,
  verdicts: readonly Verdict[],
): Promise<EventOutcome> {
  const results = verdicts.flatMap(({ reviewable }) => reviewable);
  let approved = results.filter(({ approvalStatus }) => approvalStatus === 'approved').length;
  const pending = results.filter(({ approvalStatus }) => approvalStatus === 'pending');
  for (const [diffId, slots] of groupBy(pending, (result) => result.diffId)) {
    await verifyDiff(resources, diffId);
    approved += (await approveSnapshots(resources, access, diffId, { wanted: slots })).approved;
  }
  return { outcome: 'done', reason: `${approved} of ${results.length} are approved` };
}

const accessOf = (project: ProjectRow, sender: { login: string }): ProjectAccess =>
  accessProject(project, { kind: 'service', actor: `github:${sender.login}` }, { role: 'reviewer' });

/** What the check of a suite, or of all suites, rests on. */
const verdictsOf = (
  { suites }: Awaited<ReturnType<typeof judge>>,
  { suite: only }: FoundCheckRun,
): Verdict[] => [...suites].flatMap(([suite, own]) => (only === null || only === suite ? own : []));

async function runSuiteAgain(resources: Resources, event: CheckSuiteEvent): Promise<EventOutcome> {
  const { database } = resources;
  const runs = await listCheckRunsOnGithub(database, String(event.repository.id), event.check_suite.head_sha);
  if (runs.length === 0) return ignored('no check run of the commit is of this service');
  const outcomes: EventOutcome[] = [];
  for (const [projectId, own] of groupBy(runs, (run) => run.projectId)) {
    const access = accessOf(await findProjectById(database, projectId), event.sender);
    outcomes.push(await runAgain(resources, access, event.check_suite.head_sha, own));
  }
  return { outcome: 'done', reason: outcomes.map(({ reason }) => reason).join('; ') };
}

/**
 * Shows check runs of a commit again, which GitHub has reset to queued by then, and evaluates their diffs again. Diffs that are being computed
 * need no second time; others that are refused leave the check runs as they were.
 */
async function runAgain(
  resources: Resources,
  access: ProjectAccess,
  commit: string,
  runs: readonly FoundCheckRun[],
): Promise<EventOutcome> {
  const { database } = resources;
  for (const run of runs) await requestCheckRun(database, run.projectId, run.id);
  const verdict = await judge(database, access.project.id, commit);
  const verdicts = runs.flatMap((run) => verdictsOf(verdict, run));
  const diffIds = new Set(verdicts.flatMap(({ diffIds: own }) => own));
  let evaluated = 0;
  for (const diffId of diffIds) {
    await reDiff(resources, access, diffId).then(
      () => evaluated++,
      (error: unknown) => {
        if (!(error instanceof ServiceError && error.statusCode < 500)) throw error;
      },
    );
  }
  return { outcome: 'done', reason: `evaluating ${evaluated} of ${diffIds.size} again` };
}

/** A person, who is named in the project's settings or, where none are, may push to the repository. */
async function mayApprove(
  resources: Resources,
  project: ProjectRow,
  host: CodeHostRow,
  { login, type }: CheckRunEvent['sender'],
): Promise<boolean> {
  if (type !== 'User') return false;
  if (host.approvers) return host.approvers.some((name) => name.toLowerCase() === login.toLowerCase());
  const signal = AbortSignal.timeout(permissionTimeout);
  const { mayWrite } = await openCodeHost(resources, project, host, signal);
  return mayWrite ? mayWrite(login, signal) : false;
}

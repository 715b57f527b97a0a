import { inSpan } from '../../context/spans.js';
import {
  causeTable,
  changeTable,
  composeCommitCheck,
  composeSuiteCheck,
  noteTable,
  type ShownNote,
  type ShownResult,
  type ShownSuite,
  suiteTable,
} from '../../domain/checks/composeCheckRun.js';
import {
  countAccessibility,
  countIgnored,
  countVerdicts,
  describeOthers,
  describeSuite,
} from '../../domain/checks/describeCheckRun.js';
import { groupBy } from '../../domain/checks/groupBy.js';
import { inText } from '../../domain/checks/inText.js';
import type { Verdict } from '../../domain/checks/judgeSuite.js';
import { redeliverAfter } from '../../domain/checks/redeliverAfter.js';
import { topChangeTable } from '../../domain/checks/topChangeTable.js';
import type { CheckRun, CodeHost, DeliveredCheck } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { DatabaseUnavailable } from '../../domain/DatabaseUnavailable.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import { slugOf } from '../../domain/slugOf.js';
import {
  type DueCheckRun,
  markDelivered,
  markUndelivered,
  takeDueCheckRuns,
} from '../../store/checks/checkRuns.js';
import { type CodeHostRow, findCodeHost, pauseCodeHost } from '../../store/codeHosts/codeHosts.js';
import { listResults } from '../../store/diffs/results.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { judge } from '../checks/judge.js';
import { SealBroken } from '../createVault.js';
import { deliverDue } from '../deliverDue.js';
import { openCodeHost } from '../openCodeHost.js';
import type { Resources } from '../Resources.js';
import { listOpenChanges } from './listOpenChanges.js';
import { listLargelyIgnored, listShownChanges, listTopCauses } from './listReasons.js';

/** What deliveries work on. */
export type DeliveryResources = Pick<Resources, 'database' | 'links' | 'codeHosts' | 'vault'>;

/** Deliveries at the same time; of one project less, so that a host that hangs leaves room for others. */
const most = 5;
const mostOfProject = 3;
/** Seconds that nobody else delivers a check run that this process took. */
const leaseSeconds = 60;
/** Milliseconds that one delivery may take; well within the lease, so that no two write at once. */
const deliveryTimeout = 45_000;

/**
 * Shows check runs that are due on their code hosts (R26). What fails is due again later, or is given up with its reason
 * until there is something new to show.
 * @param signal ends deliveries that are under way; they are due again at once
 * @param only some check runs, by id; null for all
 */
export const deliverCheckRuns = (
  resources: DeliveryResources,
  signal: AbortSignal,
  only: readonly string[] | null = null,
): Promise<void> =>
  deliverDue(
    {
      most,
      take: (limit, underWay: readonly DueCheckRun[]) =>
        takeDueCheckRuns(resources.database, {
          limit,
          mostOfProject,
          underWay: underWay.map(({ projectId }) => projectId),
          leaseSeconds,
          only,
        }),
      deliver: (run) => deliver(resources, run, signal),
    },
    signal,
  );

async function deliver(resources: DeliveryResources, run: DueCheckRun, signal: AbortSignal): Promise<void> {
  const { database } = resources;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(deliveryTimeout)]);
  try {
    const project = await findProjectById(database, run.projectId);
    const row = await findCodeHost(database, run.projectId);
    // Removed since it was taken; there is nobody to tell.
    if (!row) return await markUndelivered(database, run, { error: null, retrySeconds: 0 });
    await inSpan({ name: 'deliver check run', attributes: attributesOf(run, row) }, async () => {
      const host = await openCodeHost(resources, project, row, limited);
      const { refused, ...shown } = await show(resources, host, project, row, run, limited);
      if (refused === null) await markDelivered(database, run, shown);
      else await recordRefusal(resources, run, shown, refused);
    });
  } catch (error) {
    // Neither is about the host: it is tried again as soon as somebody can.
    if (signal.aborted || error instanceof DatabaseUnavailable)
      return markUndelivered(database, run, { error: null, retrySeconds: 0 });
    await recordFailure(resources, run, error);
  }
}

const attributesOf = ({ id, projectId, commit }: DueCheckRun, { kind }: CodeHostRow) => ({
  'svc.project.id': projectId,
  'svc.check_run.id': id,
  'svc.commit': commit,
  'svc.code_host.kind': kind,
});

async function show(
  resources: DeliveryResources,
  host: CodeHost,
  project: ProjectRow,
  row: CodeHostRow,
  run: DueCheckRun,
  signal: AbortSignal,
): Promise<DeliveredCheck & { refused: CodeHostError | null }> {
  const verdict = await judge(resources.database, run.projectId, run.commit);
  if (run.suite !== null) {
    const verdicts = verdict.suites.get(run.suite) ?? [];
    const check = await suiteCheck(resources, project, row, run, verdicts);
    return { ...(await host.deliver(check, run.hostId, signal)), refused: null };
  }
  const slug = slugOf(project);
  const suites = [...verdict.suites].map(([suite, verdicts]) => shownSuite(resources, slug, suite, verdicts));
  const detailsUrl = resources.links.project(slug);
  const check = composeCommitCheck({ ...common(row, run), detailsUrl }, suites, describeOthers(verdict));
  const delivered = await host.deliver(check, run.hostId, signal);
  const { comment } = host;
  let refused: CodeHostError | null = null;
  if (row.comment && comment) {
    const all = [...verdict.suites.values()].flat();
    const url = reviewUrl(resources.links, slug, all);
    const { count, largest } = await listOpenChanges(resources, project, verdict.suites);
    const body = [
      `**${inText(row.checkName)}**: ${inText(check.title)}`,
      suiteTable(suites),
      topChangeTable(largest, { count, url }),
      causeTable(await listTopCauses(resources.database, all), url),
      changeTable(await listShownChanges(resources.database, all), `${url}/accessibility`),
      noteTable(await listNotes(resources, project.id, verdict.suites)),
    ]
      .filter(Boolean)
      .join('\n\n');
    refused = await comment({ marker: slug, headSha: run.commit, body }, signal).then(
      () => null,
      (error: unknown) => {
        if (error instanceof CodeHostError) return error;
        throw error;
      },
    );
  }
  return { ...delivered, refused };
}

/** The check counts without its comment, which a token for checks alone may not write. */
async function recordRefusal(
  { database }: DeliveryResources,
  run: DueCheckRun,
  shown: DeliveredCheck,
  refused: CodeHostError,
): Promise<void> {
  const error = `the comment on the pull request: ${refused.message}`;
  const pause = await pauseFor(database, run, refused);
  const retrySeconds = refused.final ? null : redeliverAfter(run.attempts, pause);
  if (retrySeconds === null) await markDelivered(database, run, shown, error);
  else await markUndelivered(database, run, { error, retrySeconds, shown });
}

/** What reviewers said of the results that they rejected. */
async function listNotes(
  { database, links }: DeliveryResources,
  projectId: string,
  suites: ReadonlyMap<string, readonly Verdict[]>,
): Promise<ShownNote[]> {
  const notes: ShownNote[] = [];
  for (const [suite, verdicts] of suites) {
    const rejected = verdicts
      .flatMap(({ reviewable }) => reviewable)
      .filter(({ approvalStatus }) => approvalStatus === 'rejected');
    for (const [diffId, slots] of groupBy(rejected, (one) => one.diffId)) {
      for (const { note, decidedBy, thumbnailHash, ...result } of await listResults(database, diffId, {
        slots,
      })) {
        if (note === null) continue;
        const thumbnail = thumbnailHash && links.image(projectId, thumbnailHash);
        notes.push({ ...slotOf(result), suite, by: decidedBy, note, thumbnail });
      }
    }
  }
  return notes;
}

const common = (row: CodeHostRow, { id, version, commit, desired }: DueCheckRun) => ({
  id,
  version,
  commit,
  state: desired,
  checkName: row.checkName,
});

async function suiteCheck(
  { database, links }: DeliveryResources,
  project: ProjectRow,
  row: CodeHostRow,
  run: DueCheckRun,
  verdicts: readonly Verdict[],
): Promise<CheckRun> {
  const image = (hash: string | null) => (hash === null ? null : links.image(project.id, hash));
  const results: ShownResult[] = [];
  for (const [diffId, standing] of groupBy(
    verdicts.flatMap(({ reviewable }) => reviewable),
    (one) => one.diffId,
  )) {
    const untilOf = new Map(standing.map((one) => [slotKey(one), one.ignoredUntil]));
    for (const result of await listResults(database, diffId, { slots: standing })) {
      const until = untilOf.get(slotKey(result));
      results.push({
        ...slotOf(result),
        status: result.status,
        approvalStatus: result.approvalStatus,
        ignoredUntil: until === undefined ? null : new Date(until).toISOString(),
        diffPercentage: result.diffPercentage,
        note: result.note,
        thumbnail: image(result.thumbnailHash),
        images: {
          current: image(result.headHash),
          baseline: image(result.baseHash),
          difference: image(result.maskHash),
        },
      });
    }
  }
  const detailsUrl = reviewUrl(links, slugOf(project), verdicts, run.diffId);
  return composeSuiteCheck({ ...common(row, run), detailsUrl }, run.suite ?? '', {
    results,
    causes: await listTopCauses(database, verdicts),
    changes: await listShownChanges(database, verdicts),
    largelyIgnored: await listLargelyIgnored(database, verdicts),
  });
}

/**
 * Where there is something to decide, else the newest diff, else the project.
 * @param known a diff to lead to where the verdict rests on none
 */
function reviewUrl(
  links: DeliveryResources['links'],
  slug: string,
  verdicts: readonly Verdict[],
  known: string | null = null,
): string {
  const undecided = verdicts
    .flatMap(({ reviewable, accessibility }) => [...reviewable, ...accessibility])
    .filter(({ approvalStatus, ignoredUntil }) => approvalStatus !== 'approved' && ignoredUntil === undefined)
    .map(({ diffId }) => diffId);
  const diffIds = undecided.length > 0 ? undecided : verdicts.flatMap((verdict) => verdict.diffIds);
  const newest = [...diffIds].sort().at(-1) ?? known;
  return newest === null ? links.project(slug) : links.review(slug, newest);
}

const shownSuite = (
  { links }: DeliveryResources,
  slug: string,
  suite: string,
  verdicts: readonly Verdict[],
): ShownSuite => ({
  suite,
  state: describeSuite(verdicts),
  counts: { ...countVerdicts(verdicts), ignored: countIgnored(verdicts) },
  accessibility: countAccessibility(verdicts),
  reviewUrl: reviewUrl(links, slug, verdicts),
});

async function recordFailure(
  { database }: DeliveryResources,
  run: DueCheckRun,
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof SealBroken || (error instanceof CodeHostError && error.final);
  const message = error instanceof Error ? error.message : String(error);
  const pause = await pauseFor(database, run, error);
  await markUndelivered(database, run, {
    error: message,
    retrySeconds: isFinal ? null : redeliverAfter(run.attempts, pause),
  });
}

/** Leaves a host alone that asks for it. @returns the seconds; null where it does not */
async function pauseFor(
  database: DeliveryResources['database'],
  { projectId }: DueCheckRun,
  error: unknown,
): Promise<number | null> {
  if (!(error instanceof CodeHostError) || error.retryAfter === null) return null;
  const seconds = error.retryAfter / 1_000;
  await pauseCodeHost(database, projectId, seconds);
  return seconds;
}

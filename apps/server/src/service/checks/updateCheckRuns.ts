import { eventOf } from '../../domain/chat/eventOf.js';
import { awaitedUntil, describeCommit, describeSuite } from '../../domain/checks/describeCheckRun.js';
import type { Verdict } from '../../domain/checks/judgeSuite.js';
import { enqueueChatMessages, setCheckEvent } from '../../store/chat/chatMessages.js';
import {
  ensureCheckRun,
  judgeChecksSoon,
  listSuiteCheckRuns,
  lockCommitCheckRun,
  lockCommitCheckRuns,
  setCheckRunDiff,
  setCheckRunState,
  setJudgeAgainAt,
  showCheckRunsAgain,
} from '../../store/checks/checkRuns.js';
import type { Database } from '../../store/database.js';
import { recountAwaiting } from '../../store/decisions/approvals.js';
import { type DiffRow, findDiffs } from '../../store/diffs/diffs.js';
import { enqueueBuild } from '../../store/mail/activity.js';
import { listDiffsInOpenSessions } from '../../store/sessions/reviewSessions.js';
import { judge } from './judge.js';

/**
 * Makes the check runs of a diff's suite and of its commit (R26), for {@link updateCheckRuns} to fill. What judges nothing
 * has none (R45), nor has a capture without branch and commit.
 */
export async function openCheckRuns(transaction: Database, diff: DiffRow): Promise<void> {
  const { projectId, suiteId, branch, commit } = diff;
  if (!diff.judging || branch === null || commit === null) return;
  await ensureCheckRun(transaction, { projectId, commit, suiteId });
  await ensureCheckRun(transaction, { projectId, commit, suiteId: null });
}

/** Makes the check run of a commit, where there may be no suite that has one. */
export const openCommitCheck = (
  transaction: Database,
  { projectId, commit }: { projectId: string; commit: string },
): Promise<void> => ensureCheckRun(transaction, { projectId, commit, suiteId: null });

/** Has the checks of a capture's commit say that it failed, for local ones none (R45). */
export async function reportFailure(
  transaction: Database,
  {
    projectId,
    suiteId,
    commit,
    namespace,
  }: { projectId: string; suiteId: number; commit: string; namespace: string },
): Promise<void> {
  if (namespace !== '') return;
  await ensureCheckRun(transaction, { projectId, commit, suiteId });
  await ensureCheckRun(transaction, { projectId, commit, suiteId: null });
  await updateCommitChecks(transaction, projectId, commit);
}

interface UpdateOptions {
  /** Another commit whose checks have to follow. */
  place?: { projectId: string; commit: string };
  /** Whether code hosts show them again though the verdicts are the same, since something else that they show is not. */
  again?: boolean;
  /** The diff that somebody waits for. Checks of others may follow once the transaction has ended: see {@link atOnce}. */
  awaited?: string;
}

/**
 * Commits that are judged before who approves has an answer: that of their build, and the newest of the others. One approval
 * may settle any number of builds, and nobody else can decide in the suite until it is done.
 */
const atOnce = 5;

/**
 * Brings the checks of some diffs' commits up to date (R25), without those of diffs that judge nothing, or whose session has
 * yet to end. A transaction calls it once, at its end: each commit's check is held from then on.
 */
export async function updateCheckRuns(
  transaction: Database,
  diffIds: readonly string[],
  { place, again = false, awaited }: UpdateOptions = {},
): Promise<void> {
  await recountAwaiting(transaction, diffIds);
  const diffs = (await findDiffs(transaction, [...new Set(diffIds)])).filter(({ judging }) => judging);
  const open = await listDiffsInOpenSessions(
    transaction,
    diffs.map(({ id }) => id),
  );
  const newestFirst = diffs
    .filter(({ id }) => !open.has(id))
    .sort((a, b) => Number(b.id === awaited) - Number(a.id === awaited) || (a.id < b.id ? 1 : -1));
  const projectId = place?.projectId ?? newestFirst[0]?.projectId;
  if (projectId === undefined) return;
  const all = [...new Set([place, ...newestFirst].flatMap((one) => one?.commit ?? []))];
  const now = awaited === undefined ? all : all.slice(0, atOnce);
  await lockCommitCheckRuns(transaction, projectId, all);
  await judgeChecksSoon(transaction, projectId, all.slice(now.length));
  // Checks that are yet to be made are not held, so that these too are taken in the order of the commits.
  for (const commit of now.toSorted()) {
    await updateCommitChecks(transaction, projectId, commit);
    if (again) await showCheckRunsAgain(transaction, projectId, commit);
  }
}

/** Brings the check of a commit and those of its suites up to date. Nothing happens where there are none. */
export async function updateCommitChecks(
  transaction: Database,
  projectId: string,
  commit: string,
): Promise<void> {
  // Others that change something of this commit wait here, and read afterwards what this transaction made of it.
  const summary = await lockCommitCheckRun(transaction, projectId, commit);
  if (!summary) return;
  const verdict = await judge(transaction, projectId, commit);
  for (const run of await listSuiteCheckRuns(transaction, projectId, commit)) {
    const verdicts = verdict.suites.get(run.suite);
    if (!verdicts) continue;
    const diffIds = verdicts.flatMap((one) => one.diffIds).sort();
    await setCheckRunDiff(transaction, run.id, diffIds.at(-1) ?? null);
    const state = describeSuite(verdicts);
    await setCheckRunState(transaction, run.id, state);
    await tellOthers(transaction, { ...run, projectId, commit, title: state.title }, verdicts);
  }
  await setCheckRunState(transaction, summary.id, describeCommit(verdict));
  const until = awaitedUntil(verdict);
  await setJudgeAgainAt(transaction, summary.id, until === null ? null : new Date(Math.ceil(until)));
}

/** Has chats and members told what the check of a suite comes to, whenever that is another thing than before. */
async function tellOthers(
  transaction: Database,
  { id, suite, projectId, commit, title }: CheckedSuite,
  verdicts: readonly Verdict[],
): Promise<void> {
  const event = eventOf(verdicts);
  if (event === null || !(await setCheckEvent(transaction, id, event))) return;
  const diffId =
    verdicts
      .flatMap(({ diffIds }) => diffIds)
      .sort()
      .at(-1) ?? null;
  const branch = verdicts[0]?.branch ?? '';
  await enqueueChatMessages(transaction, projectId, { event, suite, branch, commit, title, diffId });
  if (diffId !== null && (event === 'review-needed' || event === 'changes-rejected'))
    await enqueueBuild(transaction, { projectId, diffId }, { kind: 'build', checkRunId: id, event, title });
}

interface CheckedSuite {
  id: string;
  suite: string;
  projectId: string;
  commit: string;
  title: string;
}

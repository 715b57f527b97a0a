import type { CommitGraph } from '../../domain/commits/CommitGraph.js';
import { type CaptureRow, lockCapture } from '../../store/captures/captures.js';
import { type Lane, listOvertaken, type Overtaken } from '../../store/captures/superseded.js';
import type { Database } from '../../store/database.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import { lockReviewSession } from '../../store/sessions/reviewSessions.js';
import type { Resources } from '../Resources.js';
import { endEarly } from './endEarly.js';
import { endOpenSession } from './endOpenSession.js';

/** What a capture is made of, as far as it decides which others it supersedes. */
type Begun = Omit<Lane, 'branch'> & Pick<CaptureRow, 'branch' | 'commit' | 'ephemeral' | 'namespace'>;

/**
 * Ends what is still running for older commits of the same branch and suite, where the project wants that (R50). The
 * build that begins last sees all of them, so it does not matter in which order two builds that begin together are recorded.
 * A call that is repeated does it again: a process may have died, or lost its database, once the build was recorded.
 */
export async function endSuperseded(
  resources: Pick<Resources, 'database' | 'queue' | 'commitGraphs'>,
  project: Pick<ProjectRow, 'cancelSuperseded' | 'defaultBranch'>,
  { projectId, suiteId, branch, commit, ephemeral, namespace }: Begun,
): Promise<void> {
  if (ephemeral || namespace !== '') return;
  if (branch === null || commit === null || !isWanted(project, branch)) return;
  const { database, commitGraphs } = resources;
  const overtaken = await listOvertaken(database, { projectId, suiteId, branch });
  if (overtaken.length === 0) return;
  const graph = await commitGraphs.read(database, projectId);
  const ended = new Set<string>();
  for (const one of overtaken) {
    if (ended.has(one.captureId) || isBuiltOn(graph, one)) continue;
    ended.add(one.captureId);
    const reason = `superseded by commit ${one.later.slice(0, 10)}`;
    await database
      .transaction()
      .execute((transaction) => end({ ...resources, database: transaction }, projectId, one, reason));
  }
}

const isWanted = (
  { cancelSuperseded: setting, defaultBranch }: Pick<ProjectRow, 'cancelSuperseded' | 'defaultBranch'>,
  branch: string,
): boolean => setting === 'all-branches' || (setting === 'other-branches' && branch !== defaultBranch);

/** A commit that began late may still be the older one. */
const isBuiltOn = (graph: CommitGraph, { commit, later, history }: Overtaken): boolean =>
  graph.isBefore(later, commit) || history.includes(later);

async function end(
  resources: Pick<Resources, 'database' | 'queue' | 'commitGraphs'>,
  projectId: string,
  { captureId, sessionId }: Overtaken,
  reason: string,
): Promise<void> {
  const transaction: Database = resources.database;
  if (sessionId !== null) {
    const session = await lockReviewSession(transaction, projectId, sessionId);
    if (session?.completedAt === null && session.expiredAt === null)
      await endOpenSession(resources, transaction, session, { reason, isCancelled: true });
    return;
  }
  const capture = await lockCapture(transaction, captureId);
  if (capture?.completedAt === null)
    await endEarly(resources, transaction, captureId, { reason, at: null, isCancelled: true });
}

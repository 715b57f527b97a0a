import type { IgnoreResult } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { slotText } from '../../domain/slot.js';
import { announce } from '../../store/announcements/announce.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import {
  type ChangedPixels,
  countIgnoredChanges,
  endIgnoring,
  ignoreChanges as ignore,
  listDiffsWithChanges,
} from '../../store/diffs/ignoredChanges.js';
import type { DecidableResult } from '../../store/diffs/results.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { type DecisionRequest, holdDecidable } from './holdDecidable.js';

/** Changes of a suite that may be ignored at a time: each is looked at for every diff. */
const mostIgnored = 500;

type Request = Required<Pick<DecisionRequest, 'wanted'>>;

/**
 * Ignores the named undecided changes for some days, wherever the same pixels replace the same pixels (R59). Nothing is decided.
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT for what is decided, VALIDATION_ERROR
 *   for what is not a change between two images, and for a local run, QUOTA_EXCEEDED
 */
export const ignoreChanges = (
  resources: Pick<Resources, 'database' | 'commitGraphs'>,
  access: ProjectAccess,
  diffId: string,
  { wanted, days }: Request & { days: number },
): Promise<IgnoreResult> =>
  resources.database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    const request = { wanted, ifStatus: 'pending' } as const;
    const { diff, results } = await holdDecidable(within, access, diffId, request, 'pending');
    refuseLocal(diff);
    const changes = results.map(pixelsOf);
    if (changes.length === 0)
      throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', 'None of these snapshots changed');
    if ((await countIgnoredChanges(transaction, diff.suiteId)) + changes.length > mostIgnored) {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `Suite "${diff.suite}" may ignore ${mostIgnored} changes at a time; review some of them first`,
      );
    }
    const { projectId, suiteId } = diff;
    const by = { author: access.actor, authorId: access.namespace };
    const until = await ignore(transaction, { projectId, suiteId, diffId, days, ...by }, changes);
    await noteDecisionsInAudit(transaction, access, 'diff.ignored', diff, results);
    await showEverywhere(within, diff, changes);
    return { ignored: changes.length, ignoredUntil: until.toISOString() };
  });

/**
 * Ends that for the named results, decided or not: undecided ones count again at once.
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF
 */
export const stopIgnoring = (
  resources: Pick<Resources, 'database' | 'commitGraphs'>,
  access: ProjectAccess,
  diffId: string,
  { wanted }: Request,
): Promise<IgnoreResult> =>
  resources.database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    const { diff, results } = await holdDecidable(within, access, diffId, { wanted }, 'pending');
    const named = results.filter(({ basePixels, headPixels }) => basePixels !== null && headPixels !== null);
    const changes = named.map(pixelsOf);
    await endIgnoring(transaction, diff.suiteId, changes);
    await noteDecisionsInAudit(transaction, access, 'diff.unignored', diff, named);
    await showEverywhere(within, diff, changes);
    return { ignored: 0, ignoredUntil: null };
  });

function refuseLocal({ namespace }: DiffRow): void {
  if (namespace === '') return;
  const message = 'Changes of a local run cannot be ignored: no check depends on them';
  throw new ServiceError('VALIDATION_ERROR', message);
}

function pixelsOf(result: DecidableResult): ChangedPixels {
  const { name, viewport, browser, basePixels, headPixels, status } = result;
  if (basePixels !== null && headPixels !== null) return { name, viewport, browser, basePixels, headPixels };
  throw new ServiceError(
    'VALIDATION_ERROR',
    `"${slotText(result)}" is ${status}: only a change between two images can be ignored for a while`,
  );
}

/** Brings checks and open pages up to date with what is ignored now. */
async function showEverywhere(
  { database: transaction }: Pick<Resources, 'database'>,
  diff: DiffRow,
  changes: readonly ChangedPixels[],
): Promise<void> {
  const shown = await listDiffsWithChanges(transaction, diff.suiteId, changes);
  for (const diffId of new Set([diff.id, ...shown])) await announce(transaction, { kind: 'diff', diffId });
  await updateCheckRuns(transaction, [diff.id, ...shown], { again: true });
}

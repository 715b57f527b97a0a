import type { Cause, CauseSummary, HistoryEvent, SnapshotHistory } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot, type Slot } from '../../domain/slot.js';
import { findCapturesByIds } from '../../store/captures/captures.js';
import { findDiffs } from '../../store/diffs/diffs.js';

import {
  countRecent,
  listBaselinesOfSlot,
  listDecisionsOfSlot,
  listFlakesOfSlot,
  listHistoryResults,
  listMoments,
  listPromotions,
  listSnapshotsOfSlot,
  listVariants,
  type Moment,
  type SlotPlace,
} from '../../store/projects/history.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { readImages } from '../images/readImages.js';
import type { Resources } from '../Resources.js';

/** Diffs that "recently" looks back at. */
const recentDiffs = 200;

/** Causes of one change that a history shows. */
const mostCauses = 3;

const summarizeCause = ({ signature, kind, property, from, to, component, text }: Cause): CauseSummary => ({
  signature,
  kind,
  property,
  from,
  to,
  component,
  text,
});

type History = Omit<SnapshotHistory, 'events' | 'nextCursor'> & {
  events: (HistoryEvent & Pick<Moment, 'place'>)[];
};

/**
 * The life of one snapshot, newest first, after the given place.
 * @throws ServiceError SUITE_NOT_FOUND, SNAPSHOT_NOT_FOUND when nothing ever happened to it
 */
export async function readSnapshotHistory(
  resources: Resources,
  { project }: ProjectAccess,
  options: { suite: string; slot: Slot; before: readonly [string, string] | null; limit: number },
): Promise<History> {
  const { database } = resources;
  const suite = await findSuite(database, project.id, options.suite);
  if (!suite) throw notFound('Suite');
  const slot: SlotPlace = { projectId: project.id, suiteId: suite.id, ...options.slot };
  const moments = await listMoments(database, slot, options);
  if (moments.length === 0 && options.before === null) throw notFound('Snapshot');
  const baselines = await listBaselinesOfSlot(database, slot, project.defaultBranch);
  const flakes = await listFlakesOfSlot(database, slot);
  const variants = await listVariants(database, slot);
  const events = await readEvents(resources, slot, moments, new Set(flakes));
  const images = await readImages(
    resources,
    slot.projectId,
    baselines.map(({ hash }) => hash),
  );
  return {
    suite: suite.name,
    ...presentSlot(slot),
    variants: variants.map((one) => {
      const { viewport, browser } = presentSlot(one);
      return { viewport, browser };
    }),
    baselines: baselines.flatMap(({ branch, hash, createdAt: since }) => {
      const image = images(hash);
      return image ? [{ ...image, branch, since: since.toISOString() }] : [];
    }),
    recent: await countRecent(database, slot, recentDiffs),
    flakeCount: flakes.length,
    events,
  };
}

async function readEvents(
  resources: Resources,
  slot: SlotPlace,
  moments: readonly Moment[],
  flakes: ReadonlySet<string>,
): Promise<History['events']> {
  const { database, links } = resources;
  const diffIds = moments.flatMap(({ id, isDiff }) => (isDiff ? [id] : []));
  const diffs = byId(await findDiffs(database, diffIds), 'id');
  const captureIds = moments.flatMap(({ id, isDiff }) =>
    isDiff ? (diffs.get(id)?.headCaptureId ?? []) : id,
  );
  const captures = byId(await findCapturesByIds(database, slot.projectId, captureIds), 'id');
  const snapshots = byId(await listSnapshotsOfSlot(database, slot, captureIds), 'captureId');
  const results = byId(await listHistoryResults(database, slot, diffIds), 'diffId');
  const decisions = await listDecisionsOfSlot(database, slot, diffIds);
  const promotions = await listPromotions(
    database,
    slot,
    moments.map(({ id }) => id),
  );
  const images = await readImages(resources, slot.projectId, [
    ...[...results.values()].flatMap(({ headHash, baseHash }) => [headHash, baseHash]),
    ...[...snapshots.values(), ...promotions].map(({ hash }) => hash),
  ]);
  return moments.map(({ id, isDiff, at, place }) => {
    const diff = diffs.get(id);
    const result = results.get(id);
    const captureId = diff?.headCaptureId ?? id;
    const capture = captures.get(captureId);
    const made = promotions.filter((one) =>
      isDiff ? one.diffId === id : !one.diffId && one.captureId === id,
    );
    const snapshot = snapshots.get(captureId);
    const hash = result ? result.headHash : (made[0]?.hash ?? null);
    return {
      place,
      diffId: isDiff ? id : null,
      captureId,
      branch: capture?.branch ?? null,
      commit: capture?.commit ?? null,
      baselineRef: diff?.baselineRef ?? null,
      at: at.toISOString(),
      status: result?.status ?? null,
      approvalStatus: result?.approvalStatus ?? null,
      diffPercentage: result?.diffPercentage ?? null,
      baselineSource: result?.baselineSource ?? null,
      image: images(hash),
      baseline: images(result?.baseHash ?? null),
      thumbnailUrl: result?.thumbnailHash ? links.image(slot.projectId, result.thumbnailHash) : null,
      causes: (result?.causes?.causes ?? []).slice(0, mostCauses).map(summarizeCause),
      renderer: snapshot?.renderer ?? null,
      flaked: flakes.has(captureId),
      decidedBy: result?.decidedBy ?? null,
      decidedAt: result?.decidedAt?.toISOString() ?? null,
      decisions: decisions
        .filter((decision) => decision.diffId === id)
        .map(({ kind, actor, note, createdAt, revokedAt }) => ({
          kind,
          actor,
          note,
          at: createdAt.toISOString(),
          revokedAt: revokedAt?.toISOString() ?? null,
        })),
      promotions: made.map(({ branch, hash: promoted, isActive, isRevoked, actor, createdAt }) => ({
        branch,
        isTombstone: promoted === null,
        isActive,
        isRevoked,
        actor,
        at: createdAt.toISOString(),
      })),
    };
  });
}

const byId = <Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  key: Key,
): Map<string, Row> => new Map(rows.map((row) => [row[key], row]));

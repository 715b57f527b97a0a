import type { A11yMode } from '@svc/schema';
import { a11yModeOf } from '../../domain/accessibility/a11yModeOf.js';
import type { Chunk } from '../../domain/captures/splitChunks.js';
import type { Base, Image } from '../../domain/results/planSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import {
  type CaptureRow,
  findCaptureById,
  moveCapture,
  type PendingTarget,
} from '../../store/captures/captures.js';
import { listFailedSaying, listPendingTargets } from '../../store/captures/chunks.js';
import { findLayouts } from '../../store/images/layouts.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { listDependent, listEarlierCaptures } from '../../store/proof/loads.js';
import { findBases } from '../baselines/findBases.js';
import { viewHead } from '../baselines/HeadView.js';
import type { Resources } from '../Resources.js';

/** A target that has not been captured yet, with the baseline that its image would be compared with. */
export interface ExpectedTarget extends PendingTarget {
  expected: Image | null;
  /** It looked different after other stories in an earlier capture. */
  isDependent: boolean;
  /** How the page of the expected image was laid out is recorded. */
  hasLayout: boolean;
}

/** A fleet capture that has begun. */
export interface BegunCapture {
  id: string;
  projectId: string;
  a11y: A11yMode;
  /** What is outstanding of a chunk, or of the whole capture. */
  listOutstanding(chunk: Chunk | null): Promise<ExpectedTarget[]>;
  /** What failed with these words, in whichever process. */
  listFailedSaying(words: string): ReturnType<typeof listFailedSaying>;
}

/** Begins a fleet capture, or goes on with it. Null when it has ended already. */
export async function beginCapture(resources: Resources, captureId: string): Promise<BegunCapture | null> {
  const { database } = resources;
  const capture = await findCaptureById(database, captureId);
  if (!capture || capture.status === 'completed' || capture.status === 'failed') return null;
  await moveCapture(database, captureId, 'capturing');
  const { id, projectId } = capture;
  const project = await findProjectById(database, projectId);
  const expected = await findExpected(resources, capture, project);
  const earlier = await listEarlierCaptures(database, capture, project.defaultBranch);
  const dependent = new Set((await listDependent(database, earlier)).map(slotKey));
  const bases = new Map(expected.map((base) => [slotKey(base), base]));
  const imageOf = (target: PendingTarget) => bases.get(slotKey(target))?.image ?? null;

  async function listOutstanding(chunk: Chunk | null): Promise<ExpectedTarget[]> {
    const pending = await listPendingTargets(database, captureId, chunk);
    const slots = pending.map((target) => ({ ...slotOf(target), imageHash: imageOf(target)?.hash ?? '' }));
    const layouts = await findLayouts(database, projectId, slots);
    return pending.map((target, index) => ({
      ...slotOf(target),
      target: target.target,
      expected: imageOf(target),
      isDependent: dependent.has(slotKey(target)),
      hasLayout: layouts[index]?.isOfSlot === true,
    }));
  }

  return {
    id,
    projectId,
    a11y: a11yModeOf(project, capture.suite),
    listOutstanding,
    listFailedSaying: (words) => listFailedSaying(database, captureId, words),
  };
}

async function findExpected(
  { database, commitGraphs }: Pick<Resources, 'database' | 'commitGraphs'>,
  capture: CaptureRow,
  project: ProjectRow,
): Promise<Base[]> {
  const checkout = capture.checkout ?? capture.commit;
  const view = await viewHead(database, commitGraphs, project, {
    ...capture,
    checkout,
    headCaptureId: capture.id,
    exceptDiff: null,
    wasSettled: false,
  });
  return findBases(database, view, []);
}

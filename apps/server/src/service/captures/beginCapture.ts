import type { A11yMode } from '@svc/schema';
import { a11yModeOf } from '../../domain/accessibility/a11yModeOf.js';
import type { Base, Image } from '../../domain/results/planSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import {
  type CaptureRow,
  findCaptureById,
  listPendingTargets,
  moveCapture,
  type PendingTarget,
} from '../../store/captures/captures.js';
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

/** Starts a fleet capture, again after a crash, with what is outstanding of it. Null when it has ended already. */
export async function beginCapture(
  resources: Resources,
  captureId: string,
): Promise<{ projectId: string; a11y: A11yMode; targets: ExpectedTarget[] } | null> {
  const { database } = resources;
  const capture = await findCaptureById(database, captureId);
  if (!capture || capture.status === 'completed' || capture.status === 'failed') return null;
  await moveCapture(database, captureId, 'capturing');
  const pending = await listPendingTargets(database, captureId);
  const project = await findProjectById(database, capture.projectId);
  const expected = await findExpected(resources, capture, project);
  const earlier = await listEarlierCaptures(database, capture, project.defaultBranch);
  const dependent = new Set((await listDependent(database, earlier)).map(slotKey));
  const bases = new Map(expected.map((base) => [slotKey(base), base]));
  const imageOf = (target: PendingTarget) => bases.get(slotKey(target))?.image ?? null;
  const layouts = await findLayouts(
    database,
    capture.projectId,
    pending.map((target) => ({ ...slotOf(target), imageHash: imageOf(target)?.hash ?? '' })),
  );
  const targets = pending.map((target, index) => ({
    ...target,
    expected: imageOf(target),
    isDependent: dependent.has(slotKey(target)),
    hasLayout: layouts[index]?.isOfSlot === true,
  }));
  return { projectId: capture.projectId, a11y: a11yModeOf(project, capture.suite), targets };
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
  });
  return findBases(database, view, []);
}

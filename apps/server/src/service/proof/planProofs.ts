import { a11yModeOf } from '../../domain/accessibility/a11yModeOf.js';
import { type CompareStory, compareBuilds } from '../../domain/proof/compareBuilds.js';
import { isSameTarget } from '../../domain/proof/sameTarget.js';
import { slotKey } from '../../domain/slot.js';
import { findCaptureById, type PendingTarget } from '../../store/captures/captures.js';
import { findProjectById } from '../../store/projects/projects.js';
import { type Known, listEarlierCaptures, listKnown, type Origin } from '../../store/proof/loads.js';
import { createBreather } from '../../turns/createBreather.js';
import type { Resources } from '../Resources.js';
import type { OpenBuild } from './openBuilds.js';

/** What needs no browser. */
export interface Proofs {
  /** Images that are proven to be those of targets, by the key of the slot. */
  origins: ReadonlyMap<string, Origin>;
  /** Those that are captured anyway, to put the method to the test. */
  audited: ReadonlySet<string>;
}

export const noProofs: Proofs = { origins: new Map(), audited: new Set() };

/**
 * Finds the targets of a capture whose images earlier captures have: all that their stories load is the same, and so is
 * how they are captured. What is not certain is not among them.
 * @param open reads each build once
 * @param recipe how the fleet captures now
 */
export async function planProofs(
  resources: Resources,
  open: OpenBuild,
  captureId: string,
  targets: readonly PendingTarget[],
  recipe: string,
): Promise<Proofs> {
  const { database } = resources;
  const capture = await findCaptureById(database, captureId);
  if (!capture?.proof) return noProofs;
  const project = await findProjectById(database, capture.projectId);
  if (!project.proof) return noProofs;
  const known = new Map<string, Known>();
  for (const id of await listEarlierCaptures(database, capture, project.defaultBranch)) {
    for (const one of await listKnown(database, id)) {
      if (!known.has(slotKey(one))) known.set(slotKey(one), one);
    }
  }
  const wantsRecords = a11yModeOf(project, capture.suite) !== 'off';
  const compare = createComparisons(open);
  const breathe = createBreather();
  const origins = new Map<string, Origin>();
  for (const pending of targets) {
    const key = slotKey(pending);
    const origin = known.get(key)?.origin ?? null;
    const isLikewise = origin?.recipe === recipe && (origin.recordedIn !== null || !wantsRecords);
    if (isLikewise && (await isProven(compare, pending, origin))) origins.set(key, origin);
    await breathe();
  }
  const audited = [...origins.values()].filter((origin) => resources.isAudited(captureId, origin));
  return { origins, audited: new Set(audited.map(slotKey)) };

  async function isProven(
    compareTo: Comparisons,
    { target }: PendingTarget,
    origin: Origin,
  ): Promise<boolean> {
    if (target.problem !== undefined || !isSameTarget(target, origin.target)) return false;
    const siteId = resources.links.siteOfUrl(target.url);
    const compareStory = siteId === null ? null : await compareTo(origin.siteId, siteId);
    // A file that cannot be read as what its name says proves nothing.
    const proof = await compareStory?.(origin.loads).catch(() => null);
    return proof?.isProven === true;
  }
}

type Comparisons = (before: string, after: string) => Promise<CompareStory | null>;

function createComparisons(open: OpenBuild): Comparisons {
  const comparisons = new Map<string, CompareStory | null>();
  return async (before, after) => {
    const pair = `${before} ${after}`;
    if (!comparisons.has(pair)) {
      const [was, is] = [await open(before), await open(after)];
      const isComparable = was && is && was.build.tool === is.build.tool;
      comparisons.set(pair, isComparable ? compareBuilds(was, is) : null);
    }
    return comparisons.get(pair) ?? null;
  };
}

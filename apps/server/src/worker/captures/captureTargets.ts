import type { CaptureOutcome, Fleet } from '../../domain/captures/Fleet.js';
import { targetsPerChunk } from '../../domain/captures/splitChunks.js';
import { slotKey } from '../../domain/slot.js';
import type { Jobs } from '../../queue/jobs.js';
import type { ExpectedTarget } from '../../service/captures/beginCapture.js';
import { divideCapture, findFirstChunk } from '../../service/captures/divideCapture.js';
import { type Proofs, planProofs } from '../../service/proof/planProofs.js';
import { recordProofs } from '../../service/proof/recordProofs.js';
import { stopProofs } from '../../service/proof/stopProofs.js';
import type { Resources } from '../../service/Resources.js';
import type { Warn } from '../Warn.js';
import type { CaptureRun } from './createRun.js';
import type { Runs } from './createRuns.js';
import { failUnstartable } from './failUnstartable.js';
import { isImage } from './isImage.js';

export interface CaptureParts {
  resources: Resources;
  fleet: Fleet;
  runs: Runs;
  warn: Warn;
}

/**
 * Captures what is outstanding of a chunk of a capture; after a crash that is what had not been captured yet. The first job of
 * a capture finds what is proven to look as before, which needs no browser, and divides the rest.
 * @param onDealt says that the pages could begin with another chunk
 */
export async function captureTargets(
  parts: CaptureParts,
  { captureId, chunk }: Jobs['captureTargets'],
  signal: AbortSignal,
  onDealt: () => void,
): Promise<void> {
  const { resources, runs } = parts;
  await runs.use(captureId, async (run) => {
    await resources.disks.requireRoom();
    const own = chunk ?? (await findFirstChunk(resources, captureId)) ?? (await divide(parts, run, signal));
    if (!own) return;
    const outstanding = await run.listOutstanding(own);
    const targets = await failUnstartable(run, outstanding);
    await run.capture(targets, { signal, onDealt });
  });
}

async function divide(parts: CaptureParts, run: CaptureRun, signal: AbortSignal) {
  const { resources, fleet } = parts;
  const recipe = await fleet.recipe?.();
  if (recipe !== undefined) {
    const targets = await run.listOutstanding(null);
    const proofs = await planProofs(resources, run.openBuild, run.id, targets, recipe);
    // A job that fails while its pages still capture would be tried again beside itself.
    const ended = await Promise.allSettled([
      takeProven(parts, run, targets, proofs, signal),
      captureFewUnproven(run, targets, proofs, signal),
    ]);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }
  return divideCapture(resources, run.id);
}

/** Captures what is not proven beside the audit, for which it need not wait; nothing where it is more than a chunk. */
async function captureFewUnproven(
  run: CaptureRun,
  targets: readonly ExpectedTarget[],
  { origins, audited }: Proofs,
  signal: AbortSignal,
): Promise<void> {
  const unproven = targets.filter((target) => !origins.has(slotKey(target)));
  if (audited.size === 0 || unproven.length > targetsPerChunk) return;
  await run.capture(await failUnstartable(run, unproven), { signal });
}

/** Records what is proven, unless an audit of some of it finds that the method is wrong. */
async function takeProven(
  { resources, warn }: CaptureParts,
  run: CaptureRun,
  targets: readonly ExpectedTarget[],
  { origins, audited }: Proofs,
  signal: AbortSignal,
): Promise<void> {
  let areProven = true;
  const chosen = targets.flatMap((target) => {
    const origin = audited.has(slotKey(target)) ? origins.get(slotKey(target)) : undefined;
    return origin ? { ...target, expected: { hash: origin.hash, pixels: origin.pixels }, origin } : [];
  });
  const judge = async (target: (typeof chosen)[number], outcome: CaptureOutcome) => {
    if (await isAsProven(resources, target, outcome)) return;
    areProven = false;
    const from = target.origin.captureId;
    await stopProofs(resources, run, target, from);
    warn('an image was not as proven by the bytes of its build; the project captures every story again', {
      capture: run.id,
      snapshot: target.name,
      provenFrom: from,
    });
  };
  await run.capture(chosen, { signal, judge });
  const proven = [...origins].filter(([key]) => areProven && !audited.has(key));
  const taken = await recordProofs(
    resources,
    run,
    proven.map(([, origin]) => origin),
  );
  resources.measures.proven(taken.size);
}

/** What failed or did not hold still says nothing. */
const isAsProven = async (
  resources: Resources,
  { expected }: ExpectedTarget,
  outcome: CaptureOutcome,
): Promise<boolean> =>
  !outcome.ok ||
  outcome.unstable ||
  expected === null ||
  isImage(resources, outcome.png, expected, outcome.ignored ?? []);

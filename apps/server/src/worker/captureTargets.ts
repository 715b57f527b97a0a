import { createHash } from 'node:crypto';
import type { IgnoredRegion } from '@svc/schema';
import type { CaptureOutcome, Fleet } from '../domain/captures/Fleet.js';
import type { Image } from '../domain/results/planSlots.js';
import { ServiceError } from '../domain/ServiceError.js';
import { slotKey, slotOf } from '../domain/slot.js';
import { beginCapture, type ExpectedTarget } from '../service/captures/beginCapture.js';
import { recordOutcome } from '../service/captures/recordOutcome.js';
import { isLayoutKnown } from '../service/images/isLayoutKnown.js';
import { looksSame } from '../service/images/looksSame.js';
import { areRulesKnown } from '../service/images/storeAccessibility.js';
import { type OpenBuild, openBuilds } from '../service/proof/openBuilds.js';
import { noProofs, type Proofs, planProofs } from '../service/proof/planProofs.js';
import { recordLoads } from '../service/proof/recordLoads.js';
import { recordProofs } from '../service/proof/recordProofs.js';
import { stopProofs } from '../service/proof/stopProofs.js';
import type { Resources } from '../service/Resources.js';
import type { Warn } from './Warn.js';

/** A fleet capture that is under way. */
interface Run {
  resources: Resources;
  fleet: Fleet;
  capture: { id: string; projectId: string };
  signal: AbortSignal;
  /** What pages say to assistive technology is recorded. */
  isRecorded: boolean;
  record(target: ExpectedTarget, outcome: CaptureOutcome): Promise<void>;
}

/**
 * Captures what is outstanding of a fleet capture; after a crash that is what had not been captured yet. What is proven
 * to look as before needs no browser.
 */
export async function captureTargets(
  resources: Resources,
  fleet: Fleet,
  captureId: string,
  signal: AbortSignal,
  warn: Warn,
): Promise<void> {
  const begun = await beginCapture(resources, captureId);
  if (!begun) return;
  const { projectId, targets, a11y } = begun;
  await resources.disks.requireRoom();
  const capture = { id: captureId, projectId };
  const recipe = await fleet.recipe?.();
  const open = openBuilds(resources);
  const proofs =
    recipe === undefined ? noProofs : await planProofs(resources, open, captureId, targets, recipe);
  const run = {
    resources,
    fleet,
    capture,
    signal,
    isRecorded: a11y !== 'off',
    record: createRecorder(resources, open, capture),
  };
  const areProven = await audit(run, targets, proofs, warn);
  const proven = [...proofs.origins].filter(([key]) => areProven && !proofs.audited.has(key));
  const taken = await recordProofs(
    resources,
    capture,
    proven.map(([, origin]) => origin),
  );
  const isOutstanding = (key: string) => !proofs.audited.has(key) && !taken.has(key);
  await captureAll(
    run,
    targets.filter((target) => isOutstanding(slotKey(target))),
  );
}

/**
 * Captures some of what is proven. Where one of these images is another than the proven one, the method is turned off.
 * @returns whether the others may be relied on
 */
async function audit(
  run: Run,
  targets: readonly ExpectedTarget[],
  { origins, audited }: Proofs,
  warn: Warn,
): Promise<boolean> {
  let areProven = true;
  const { resources, capture } = run;
  const chosen = targets.flatMap((target) => {
    const origin = audited.has(slotKey(target)) ? origins.get(slotKey(target)) : undefined;
    return origin ? { ...target, expected: { hash: origin.hash, pixels: origin.pixels }, origin } : [];
  });
  await captureAll(run, chosen, async ({ origin, expected, ...target }, outcome) => {
    if (
      !outcome.ok ||
      outcome.unstable ||
      (await isImage(resources, outcome.png, expected, outcome.ignored ?? []))
    )
      return;
    areProven = false;
    await stopProofs(resources, capture, target, origin.captureId);
    warn('an image was not as proven by the bytes of its build; the project captures every story again', {
      capture: capture.id,
      snapshot: target.name,
      provenFrom: origin.captureId,
    });
  });
  return areProven;
}

async function captureAll<Target extends ExpectedTarget>(
  { resources, fleet, capture, signal, isRecorded, record }: Run,
  targets: readonly Target[],
  judge: (target: Target, outcome: CaptureOutcome) => Promise<void> = async () => {},
): Promise<void> {
  if (targets.length === 0) return;
  const cancelled = new AbortController();
  const capturing = fleet.capture(
    targets.map(({ target }) => target),
    {
      project: capture.projectId,
      signal: AbortSignal.any([signal, cancelled.signal]),
      expectation(index) {
        const expected = targets[index]?.expected;
        return expected ? (png, ignored) => isImage(resources, png, expected, ignored) : null;
      },
      isDependent: (index) => targets[index]?.isDependent === true,
      async wantsLayout(index, png) {
        const target = targets[index];
        if (!target) return false;
        const { expected, hasLayout } = target;
        const imageHash = createHash('sha256').update(png).digest('hex');
        if (hasLayout && expected?.hash === imageHash) return false;
        return !(await isLayoutKnown(resources, capture.projectId, { ...slotOf(target), imageHash }));
      },
      ...(isRecorded && {
        wantsRules: async (index, png, tree) => {
          const target = targets[index];
          const imageHash = createHash('sha256').update(png).digest('hex');
          const image = target && { ...slotOf(target), imageHash, tree };
          return image !== undefined && !(await areRulesKnown(resources, capture.projectId, image));
        },
      }),
      async onOutcome(index, outcome) {
        const target = targets[index];
        if (!target) throw new Error(`the fleet answered for target ${index} of ${targets.length}`);
        // A browser without room fails in many ways. None of them says anything about the page.
        if (!outcome.ok) await resources.disks.requireRoom();
        await judge(target, outcome);
        await record(target, outcome).catch((error) => {
          if (isEnded(error)) cancelled.abort(error);
          throw error;
        });
      },
    },
  );
  await capturing.catch((error: unknown) => {
    if (!cancelled.signal.aborted) throw error;
  });
}

/** Records outcomes of a capture, with what their images depend on. */
function createRecorder(
  resources: Resources,
  open: OpenBuild,
  capture: { id: string; projectId: string },
): Run['record'] {
  return async (target, outcome) => {
    const slot = slotOf(target);
    const siteId = resources.links.siteOfUrl(target.target.url);
    if (outcome.ok && outcome.loads && !outcome.unstable && siteId !== null) {
      await recordLoads(resources, open, capture, { ...slot, siteId }, outcome.loads);
    }
    await recordOutcome(resources, capture, slot, outcome);
  };
}

/** Somebody ended the capture while it was under way (R50). */
const isEnded = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'CAPTURE_COMPLETED';

/**
 * Equal bytes are told without a decode; another encoder's file of the same pixels is the same image too (R2), and so is one
 * that differs only in what is ignored of it (R49).
 */
async function isImage(
  { inspect, compare, blobs }: Resources,
  png: Buffer,
  image: Image,
  ignored: readonly IgnoredRegion[],
): Promise<boolean> {
  if (createHash('sha256').update(png).digest('hex') === image.hash) return true;
  if ((await inspect(png)).pixelHash === image.pixels) return true;
  if (ignored.length === 0) return false;
  // An image that retention has removed is not known any more.
  const before = await blobs.get(image.hash).catch(() => null);
  return before !== null && looksSame(compare, before, png, ignored);
}

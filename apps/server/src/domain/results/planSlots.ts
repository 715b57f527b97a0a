import type { BaseReason, IgnoredBox, IgnoredRegion, ResultStatus, Sensitivity } from '@svc/schema';
import type { Entry } from '../baselines/Entry.js';
import { type Slot, slotKey, slotOf } from '../slot.js';
import type { IgnoredRegions } from './ignoredRegions.js';
import { judgeResult, meansRemoval } from './judgeResult.js';
import { type Judgement, judgementWith } from './sensitivity.js';

/** One side of a result. */
export interface Image {
  hash: string;
  pixels: string | null;
}

/** What a slot is compared with, and where that came from (R9). */
export interface Base extends Slot {
  image: Image | null;
  source: string | null;
  /** The capture that the image was promoted from. */
  captureId: string | null;
  /** Why this one. */
  reason: BaseReason;
  /** The baseline that it is; null where it is a capture, or where there is none. */
  entry: Entry | null;
  /** What the target has approved since. */
  newer: Entry | null;
}

/** What the head knows of a slot: its image or its failure, or neither. */
export interface HeadSlot extends Slot, OwnTerms {
  image: Image | null;
  failed: boolean;
  path: string[] | null;
}

/** How a snapshot is to be compared, as it says itself. */
export interface OwnTerms {
  /** Of its own; null for the diff's. */
  threshold: number | null;
  antiAliasing: boolean | null;
  /** Boxes of its image that are ignored; null for none. */
  ignored: readonly IgnoredRegion[] | null;
}

/** What is known of a slot from elsewhere, in case the head did not capture it (R23). */
export interface CarriedSlot extends Slot, OwnTerms {
  captureId: string;
  /** Null for a removal. */
  hash: string | null;
  pixels: string | null;
  path: string[] | null;
}

/** A slot of a diff with what is known before any image is decoded. */
export interface PlannedSlot extends Slot {
  verdict: ResultStatus | 'compare';
  head: Image | null;
  base: Image | null;
  /** R9. */
  source: string | null;
  /** The capture that the base is from. */
  baseFrom: string | null;
  reason: BaseReason;
  entry: Entry | null;
  newer: Entry | null;
  threshold: number;
  sensitivity: Sensitivity;
  antiAliasing: boolean;
  /** As the snapshots say; those of the base are not known yet where nothing has to be compared. */
  ignored: IgnoredRegions;
  /** Boxes of ignore areas, which are ignored on both images (R56). */
  areas: readonly IgnoredBox[];
  path: string[] | null;
  /** What stands in for an image that the head did not capture, and the capture it comes from (R23). */
  carried: { hash: string; captureId: string } | null;
  /** The head neither captured the slot nor tells that it is gone. */
  isCarried: boolean;
}

/** What a diff asks and how the run of its head ended. */
export interface PlannedRun extends Judgement {
  antiAliasing: boolean;
  manifest: readonly string[] | null;
  /** The run holds every snapshot of the suite. */
  complete: boolean;
  /** Of the command that captured; null when it reported none. */
  exitCode: number | null;
  failedSnapshots: number;
}

export interface KnownSlots {
  captured: readonly HeadSlot[];
  /** From another capture of the same suite, branch and commit that has ended. */
  sameCommit: readonly CarriedSlot[];
  /** The newest undecided or rejected results of the branch. */
  unresolved: readonly CarriedSlot[];
  bases: readonly Base[];
  /** Keys of the slots that other parts of the run show: this part may lack them (R24, R46). */
  ofOtherParts: ReadonlySet<string>;
}

/** What an image of the head does not make needless. */
export function withoutCaptured<Known extends Slot>(
  slots: readonly Known[],
  captured: readonly HeadSlot[],
): readonly Known[] {
  if (slots.length === 0) return slots;
  const present = new Set(captured.filter(({ image }) => image).map(slotKey));
  return slots.filter((slot) => !present.has(slotKey(slot)));
}

/**
 * Every slot that a diff has something to say of: those that the head tried in their order, then those that it lacks in
 * the order of their names (R12, R23, R24).
 */
export function planSlots(run: PlannedRun, known: KnownSlots): PlannedSlot[] {
  const { slots, plan } = openPlan(run, known);
  return slots.flatMap(plan);
}

/** As {@link planSlots}, for callers who go through many slots in turns with other work: `plan` has something to say or nothing. */
export function openPlan(
  run: PlannedRun,
  known: KnownSlots,
): { slots: readonly HeadSlot[]; plan: (slot: HeadSlot) => PlannedSlot[] } {
  const { captured } = known;
  const bases = bySlot(known.bases);
  const sameCommit = bySlot(withoutCaptured(known.sameCommit, captured));
  const unresolved = bySlot(withoutCaptured(known.unresolved, captured));
  const manifest = run.manifest && new Set(run.manifest);
  const tried = new Set(captured.map(slotKey));
  const absent = new Map<string, HeadSlot>();
  for (const slots of [bases, sameCommit, unresolved])
    for (const [key, slot] of slots)
      if (!tried.has(key))
        absent.set(key, { ...slotOf(slot), image: null, failed: false, path: null, ...noOwnTerms });
  const lacking = [...absent].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot);
  const plan = (slot: HeadSlot) => {
    const key = slotKey(slot);
    return planSlot(run, slot, {
      base: bases.get(key),
      sameCommit: sameCommit.get(key),
      unresolved: unresolved.get(key),
      isListed: manifest ? manifest.has(slot.name) : null,
      isOfOtherPart: known.ofOtherParts.has(key),
    });
  };
  return { slots: [...captured, ...lacking], plan };
}

const noOwnTerms: OwnTerms = { threshold: null, antiAliasing: null, ignored: null };

interface KnownSlot {
  base: Base | undefined;
  sameCommit: CarriedSlot | undefined;
  unresolved: CarriedSlot | undefined;
  /** In the manifest; null where none was given. */
  isListed: boolean | null;
  isOfOtherPart: boolean;
}

/** Empty when there is nothing to say of the slot. */
function planSlot(
  run: PlannedRun,
  slot: HeadSlot,
  { base, sameCommit, unresolved, isListed, isOfOtherPart }: KnownSlot,
): PlannedSlot[] {
  const absenceIsRemoval = !isOfOtherPart && meansRemoval({ ...run, listed: isListed ?? false });
  const judged = judgeResult({
    head: slot.image,
    base: base?.image ?? null,
    sameCommit: sameCommit ? imageOf(sameCommit) : null,
    unresolved: unresolved ? { image: imageOf(unresolved) } : null,
    inManifest: isListed ?? true,
    failed: slot.failed,
    absenceIsRemoval,
  });
  if (!judged) return [];
  const { image, verdict } = judged;
  const elsewhere = sameCommit ?? unresolved;
  const carriedFrom = elsewhere?.captureId ?? base?.captureId;
  const carried = !slot.image && image && carriedFrom ? { hash: image.hash, captureId: carriedFrom } : null;
  return [
    {
      ...slotOf(slot),
      verdict,
      head: carried && verdict === 'skipped' ? null : image,
      base: base?.image ?? null,
      source: base?.source ?? null,
      baseFrom: base?.captureId ?? null,
      reason: base?.reason ?? 'first-of-branch',
      entry: base?.entry ?? null,
      newer: base?.newer ?? null,
      ...judgementWith(slot.threshold ?? elsewhere?.threshold ?? run.threshold, run),
      antiAliasing: slot.antiAliasing ?? elsewhere?.antiAliasing ?? run.antiAliasing,
      ignored: { base: [], head: (slot.image ? slot : elsewhere)?.ignored ?? [] },
      areas: [],
      path: slot.path ?? elsewhere?.path ?? null,
      carried,
      isCarried: !slot.image && (slot.failed || !absenceIsRemoval),
    },
  ];
}

const imageOf = ({ hash, pixels }: CarriedSlot): Image | null => (hash === null ? null : { hash, pixels });

const bySlot = <S extends Slot>(slots: readonly S[]): ReadonlyMap<string, S> =>
  new Map(slots.map((slot) => [slotKey(slot), slot]));

import type { BaseReason } from '@svc/schema';
import type { Sight } from '../commits/Sight.js';
import type { Entry, IsBefore, Look } from './Entry.js';
import { newestEntry } from './newestEntry.js';

/** What one branch has for a slot. */
export interface Line {
  branch: string;
  /**
   * Its standing entries, as far as they can matter: all that the head has seen and that no other such one descends from,
   * and the active one.
   */
  entries: Entry[];
  /** What the newest of its builds that the head has seen accepted (R7); null where that build knows nothing of the slot. */
  accepted: Entry | null;
}

/** The lines that a head is compared with. */
export interface Lines {
  /** Null when the head has no branch. */
  own: Line | null;
  /** Null when the build is of the default branch itself. */
  target: Line | null;
  /** Where the target has no entry that the head has seen; null where the target is the default branch. */
  fallback: Line | null;
}

/** Why this is the base (R9); what was remembered is told by the result. */
export type ResolvedReason = Exclude<BaseReason, 'base-capture' | 'remembered'>;

export interface ResolvedBase {
  /** A tombstone ends the search as well: its look is null. Null when no line has the slot. */
  entry: Entry | null;
  reason: ResolvedReason;
  /** The target's newer look that the head lacks. */
  newer: Entry | null;
}

export interface ResolveOptions {
  sight: Sight;
  isBefore: IsBefore;
  /** What captures after it promoted is not rewritten in the head: it may be what replaced the head's commit (R7.3). */
  headCaptureId: string;
  /** Look of the head image, where there is one. */
  head: Look | undefined;
  /**
   * Whether the newest choice between the looks of an own entry and of the target is for the target's (R16); always false
   * where the project remembers nothing.
   */
  isTakenBack: (own: Look, target: Look) => boolean;
  /** Where the project remembers nothing, a rewritten commit counts as seen on the branch's own line (R7.3). */
  remembers: boolean;
}

/** What the target has for the head: that of the default branch where the target has none (R7.1). */
export const seenOfTarget = ({ target, fallback }: Lines, sight: Sight, isBefore: IsBefore): Entry | null =>
  (target && seenOf(target, sight, isBefore)) ?? (fallback && seenOf(fallback, sight, isBefore)) ?? null;

/** The newest of what a line's newest build that the head has seen accepted, and of the entries that the head has seen. */
function seenOf({ entries, accepted }: Line, sight: Sight, isBefore: IsBefore): Entry | null {
  const seen = whereSeen(entries, sight.sees).filter((entry) => entry.id !== accepted?.id);
  const newest = newestEntry(accepted ? [accepted, ...seen] : seen, isBefore);
  return newest === accepted ? accepted : whole(entries, newest);
}

/** An entry with all its places, of which {@link whereSeen} leaves out some. */
const whole = (entries: readonly Entry[], narrowed: Entry | null): Entry | null =>
  entries.find((entry) => entry.id === narrowed?.id) ?? null;

/** The entries that a head has seen, at the places where it has: where else they stand does not matter to it. */
const whereSeen = (entries: readonly Entry[], isSeen: (commit: string) => boolean): Entry[] =>
  entries.flatMap((entry) => {
    const places = entry.places.filter(isSeen);
    return places.length === 0 ? [] : { ...entry, places };
  });

/** What a head is compared with (R7). */
export function resolveBase(lines: Lines, options: ResolveOptions): ResolvedBase {
  const { sight, isBefore } = options;
  const seen = seenOfTarget(lines, sight, isBefore);
  const newer = newerOf(lines, seen, sight, isBefore);
  const own = lines.own?.entries ?? [];
  const mine = whole(own, newestEntry(ownSeen(own, options), isBefore));
  if (mine && holds(mine, seen, lines, options)) return { entry: mine, reason: 'own-approved', newer };
  if (seen) return { entry: seen, reason: mine ? 'target-moved' : 'target-seen', newer };
  if (mine) return { entry: null, reason: 'target-moved', newer };
  const guessed = isUnknown(lines, options) ? guess(lines, options) : null;
  return guessed
    ? { entry: guessed, reason: 'history-unknown', newer: null }
    : { entry: null, reason: 'first-of-branch', newer };
}

/** Whether what was approved on the branch still answers what the target has (R7.2). */
function holds(mine: Entry, seen: Entry | null, lines: Lines, { isTakenBack }: ResolveOptions): boolean {
  if (lines.target === null) return true;
  if (mine.rootId !== (seen?.id ?? null)) return false;
  const look = seen?.look ?? null;
  return mine.look === look || !isTakenBack(mine.look, look);
}

/** Whether it cannot be told that the head has seen no entry (R7.4). */
function isUnknown({ own, target, fallback }: Lines, { sight, headCaptureId }: ResolveOptions): boolean {
  const isLost = (entry: Entry) => entry.places.length === 0;
  const isRewritten = (entry: Entry) =>
    entry.captureId < headCaptureId && entry.places.some(sight.seesRewritten);
  return (
    sight.isOpen ||
    [own, target, fallback].some((line) => line?.entries.some(isLost)) ||
    (own?.entries.some(isRewritten) ?? false)
  );
}

/** Entries of the branch itself that count for the head (R7.2, R7.3). */
function ownSeen(entries: readonly Entry[], { sight, remembers, headCaptureId }: ResolveOptions): Entry[] {
  if (remembers) return whereSeen(entries, sight.sees);
  return entries.flatMap((entry) =>
    whereSeen([entry], entry.captureId < headCaptureId ? sight.seesRewritten : sight.sees),
  );
}

/** The active entry of the first line that has one, or a later one further on that the head looks like (R7.4). */
function guess({ own, target, fallback }: Lines, { isBefore, head }: ResolveOptions): Entry | null {
  const [first, ...later] = [own, target, fallback].flatMap(
    (line) => (line && newestEntry(line.entries, isBefore)) ?? [],
  );
  if (!first) return null;
  const equal = (entry: Entry) => entry.id > first.id && head !== undefined && entry.look === head;
  return later.find(equal) ?? first;
}

/** What the target, or the default branch where the target has nothing, has approved since. */
function newerOf(
  { target, fallback }: Lines,
  seen: Entry | null,
  sight: Sight,
  isBefore: IsBefore,
): Entry | null {
  const line = target && target.entries.length > 0 ? target : fallback;
  const active = line && newestEntry(line.entries, isBefore);
  if (!active || active.look === (seen?.look ?? null)) return null;
  return active.places.length === 0 || active.places.some(sight.sees) ? null : active;
}

/** How a person is told where a base came from (R9). */
export const baselineSource = {
  branch: (branch: string) => `branch:${branch}`,
  capture: (captureId: string) => `capture:${captureId}`,
  approval: (diffId: string) => `approval:${diffId}`,
};

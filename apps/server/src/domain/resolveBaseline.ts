/** An unrevoked entry of a branch's baseline log. `pixels` is null for a tombstone. */
export interface BaselineEntry {
  id: number;
  hash: string | null;
  pixels: string | null;
}

/** What one branch has for a slot. */
export interface BranchBaseline {
  branch: string;
  /** The newest unrevoked entry. */
  active: BaselineEntry;
  /** The newest unrevoked entry whose commit is in the head's history, where there is one. */
  seen?: BaselineEntry | undefined;
  /** The head branch itself: what it has is current, whatever the history says. */
  isHead: boolean;
}

export interface ResolvedBaseline {
  /** Null when the slot is new: no branch has it, or its removal was approved. */
  entry: BaselineEntry | null;
  /** The branch that decided; null when none has the slot. */
  branch: string | null;
}

const entryOf = (candidate: BranchBaseline): BaselineEntry =>
  candidate.isHead ? candidate.active : (candidate.seen ?? candidate.active);

/**
 * What a head picture is compared with (R7, R8).
 * @param chain the branches that have an entry for the slot, in the order head branch, baseline ref, default branch
 * @param headPixels pixel hash of the head picture; null when the head lacks the slot
 */
export function resolveBaseline(
  chain: readonly BranchBaseline[],
  headPixels: string | null,
): ResolvedBaseline {
  const first = chain[0];
  if (!first) return { entry: null, branch: null };
  const found = entryOf(first);
  const broughtByRebase = chain
    .slice(1)
    .find(
      (later) => headPixels !== null && entryOf(later).pixels === headPixels && entryOf(later).id > found.id,
    );
  const chosen = broughtByRebase ?? first;
  const entry = entryOf(chosen);
  return { entry: entry.hash === null ? null : entry, branch: chosen.branch };
}

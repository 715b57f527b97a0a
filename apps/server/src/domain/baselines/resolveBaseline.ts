/** An unrevoked entry of a branch's baseline log. `pixels` is null for a tombstone. */
export interface BaselineEntry {
  id: number;
  hash: string | null;
  pixels: string | null;
  captureId: string;
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

/** The entries of a branch that may be a base, what counts first. */
const entriesOf = ({ active, seen, isHead }: BranchBaseline): BaselineEntry[] =>
  isHead || !seen ? [active] : [seen, active];

/**
 * What a head image is compared with (R7, R8).
 * @param chain the branches that have an entry for the slot, in the order head branch, baseline ref, default branch
 * @param headPixels pixel hash of the head image; null when the head lacks the slot
 */
export function resolveBaseline(
  chain: readonly BranchBaseline[],
  headPixels: string | null,
): ResolvedBaseline {
  const [first, ...later] = chain.flatMap((one) =>
    entriesOf(one).map((entry) => ({ branch: one.branch, entry })),
  );
  if (!first) return { entry: null, branch: null };
  const broughtByMerge = later.find(
    ({ entry }) => headPixels !== null && entry.pixels === headPixels && entry.id > first.entry.id,
  );
  const { entry, branch } = broughtByMerge ?? first;
  return { entry: entry.hash === null ? null : entry, branch };
}

/** How a person is told where a base came from (R9). */
export const baselineSource = {
  branch: (branch: string) => `branch:${branch}`,
  capture: (captureId: string) => `capture:${captureId}`,
  approval: (diffId: string) => `approval:${diffId}`,
};

import fc from 'fast-check';

/** What a team may do, as it is drawn; what it means is a matter of what is there by then. */
export const kinds = {
  commit: 8,
  remove: 1,
  amend: 1,
  branch: 3,
  deleteBranch: 1,
  sync: 3,
  rebase: 3,
  revert: 2,
  pick: 2,
  drop: 1,
  land: 8,
  queue: 3,
  build: 8,
  reviewed: 6,
  reviewedMain: 6,
  partial: 3,
  crash: 2,
  auto: 2,
  mergeCheckout: 2,
  shallow: 2,
  untold: 1,
  ephemeral: 1,
  stacked: 3,
  behind: 2,
  again: 2,
  shards: 2,
  open: 4,
  end: 4,
  approve: 8,
  reject: 3,
  revoke: 3,
  approveOne: 2,
  conflict: 1,
  takeBack: 2,
  compareAgain: 3,
  renameDefault: 0.2,
} as const;

export type Kind = keyof typeof kinds;

/** The numbers pick among what is there. */
export interface Draw {
  kind: Kind;
  x: number;
  y: number;
  z: number;
}

// Small numbers are no likelier than others: they would all pick the default branch.
const number = fc.noBias(fc.nat({ max: 59 }));

/** Draws by weight; `without` names kinds that are left out. */
export const drawOf = (without: readonly Kind[] = []): fc.Arbitrary<Draw> =>
  fc.record({
    kind: fc.noBias(
      fc.oneof(
        ...Object.entries(kinds)
          .filter(([kind]) => !without.includes(kind as Kind))
          .map(([kind, weight]) => ({ arbitrary: fc.constant(kind as Kind), weight: weight * 10 })),
      ),
    ),
    x: number,
    y: number,
    z: number,
  });

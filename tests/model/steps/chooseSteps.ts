import { type Build, isReviewable, isUndecided } from '../oracle/records.js';
import type { World } from '../World.js';
import type { Draw, Kind } from './Draw.js';
import type { BuildStep, Step } from './Step.js';

const slots = ['button', 'card'];
const looks = ['A', 'B', 'C', 'D'];
const names = ['f1', 'f2', 'release', 'ada:main', 'bob:patch'];

/** What every history starts with: a default branch with approved looks. */
export const firstSteps: readonly Step[] = [
  { do: 'commit', on: 'main', looks: { button: 'A', card: 'A' } },
  { do: 'build', label: 'start', on: 'main' },
  { do: 'approve', build: 'start' },
  { do: 'branch', name: 'f1', from: 'main' },
];

/** The draw, seen from where the team is. */
interface Place {
  world: World;
  draw: Draw;
  main: string;
  branch: string;
  slot: string;
  look: string;
  /** Branches beside the default one. */
  others: string[];
  next: () => string;
}

/** What a draw means by now; nothing where it means nothing. */
export function chooseSteps(world: World, draw: Draw): readonly Step[] {
  const main = world.oracle.state.defaultBranch;
  const others = world.repository
    .branches()
    .filter((branch) => branch !== main)
    .toSorted();
  const branches = [main, ...others];
  let count = world.labels.length;
  return choices[draw.kind]({
    world,
    draw,
    main,
    branch: pick(branches, draw.x),
    slot: pick(slots, draw.y),
    look: pick(looks, draw.z),
    others,
    next: () => `b${++count}`,
  });
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

const build = (place: Place, more: Partial<BuildStep> = {}): Step => ({
  do: 'build',
  label: place.next(),
  on: place.branch,
  ...baseOf(place),
  ...more,
});

/** Half of the builds of a branch name what they are measured by. */
const baseOf = ({ branch, main, draw }: Place): Partial<BuildStep> =>
  branch !== main && draw.y % 2 === 0 ? { base: main } : {};

const elsewhere = (place: Place, steps: () => readonly Step[]): readonly Step[] =>
  place.branch === place.main ? [] : steps();

const reviewed = (place: Place): readonly Step[] => {
  const step = build(place);
  return step.do === 'build' ? [step, { do: 'approve', build: step.label }] : [];
};

const conflictOf = ({ draw }: Place) => (draw.z % 2 === 0 ? 'theirs' : 'ours');

/** Ephemeral builds are played to see that they change nothing; nobody decides about them. */
const isOver = (build: Build): boolean => build.completedAt > 0 && !build.isEphemeral;

/** One of the newest builds of which something is to be decided, or was. */
function buildFor({ world, draw }: Place, wanted: 'undecided' | 'approved'): string | null {
  const builds = world.oracle.state.builds.filter(
    (one) =>
      one.label !== 'start' &&
      isOver(one) &&
      [...one.results.values()].some((result) =>
        wanted === 'undecided' ? isUndecided(result) : isReviewable(result) && result.approval === 'approved',
      ),
  );
  const newest = builds.slice(-3);
  return newest.length === 0 ? null : pick(newest, draw.x).label;
}

function decide(place: Place, verb: 'approve' | 'reject' | 'revoke'): readonly Step[] {
  const label = buildFor(place, verb === 'revoke' ? 'approved' : 'undecided');
  return label === null ? [] : [{ do: verb, build: label }];
}

/** About one slot of any build, and so also about what is decided already. */
function decideOne(place: Place): readonly Step[] {
  const { world, draw } = place;
  const builds = world.oracle.state.builds.filter(isOver);
  const { label, results } = pick(builds.slice(-4), draw.x);
  if (!results.has(place.slot)) return [];
  const verb = pick(['approve', 'reject', 'revoke'] as const, draw.z);
  return [{ do: verb, build: label, slots: [place.slot] }];
}

function decideConditionally(place: Place): readonly Step[] {
  const [step] = decideOne(place);
  if (step === undefined || !('build' in step)) return [];
  const ifStatus = pick(['pending', 'approved', 'rejected'] as const, Math.floor(place.draw.z / 3));
  return [{ ...step, ifStatus } as Step];
}

/** Approves what is pending, and revokes that again. */
function takeBack(place: Place): readonly Step[] {
  const label = buildFor(place, 'undecided');
  if (label === null) return [];
  const results = [...place.world.oracle.build(label).results.values()];
  const pending = results.filter((result) => result.approval === 'pending').map(({ slot }) => slot);
  if (pending.length === 0) return [];
  return [
    { do: 'approve', build: label, slots: pending },
    { do: 'revoke', build: label, slots: pending },
  ];
}

/** A branch comes to the default branch: merged, squashed, rebased or as it is. */
function land(place: Place): readonly Step[] {
  const { others, main, draw, world } = place;
  if (others.length === 0) return [];
  const from = pick(others, draw.x);
  const conflict = conflictOf(place);
  const how = draw.y % 4;
  if (how === 0) return [{ do: 'merge', from, into: main, conflict }];
  if (how === 1) return [{ do: 'squash', from, into: main, conflict }];
  const isAhead = world.repository.contains(world.repository.head(from), world.repository.head(main));
  if (how === 2 && isAhead) return [{ do: 'branch', name: main, from }];
  return [
    { do: 'branch', name: 'landing', from },
    { do: 'rebase', branch: 'landing', onto: main, conflict },
    { do: 'branch', name: main, from: 'landing' },
    { do: 'delete branch', name: 'landing' },
  ];
}

/** A merge queue builds the merge on a branch of its own, which may become the default branch. */
function queue(place: Place): readonly Step[] {
  return elsewhere(place, () => {
    const on = `gh-readonly-queue/${place.main}/pr-${place.draw.y}`;
    const label = place.next();
    return [
      { do: 'branch', name: on, from: place.main },
      { do: 'merge', from: place.branch, into: on, conflict: 'theirs' },
      { do: 'build', label, on, base: place.main },
      ...(place.draw.z % 2 === 0 ? [{ do: 'branch', name: place.main, from: on } as const] : []),
      { do: 'delete branch', name: on },
    ];
  });
}

function shards(place: Place): readonly Step[] {
  const { draw, next } = place;
  const one = (index: 1 | 2): Step => ({
    do: 'build',
    label: next(),
    on: place.branch,
    ...baseOf(place),
    only: [pick(slots, index)],
    shard: `${index}/2`,
    complete: draw.y % 3 === 0,
    exitCode: draw.y % 7 === index ? 1 : 0,
  });
  const both = draw.z % 2 === 0 ? [one(1), one(2)] : [one(2), one(1)];
  return draw.x % 5 === 0 ? both.slice(0, 1) : both;
}

const choices: Record<Kind, (place: Place) => readonly Step[]> = {
  commit: ({ branch, slot, look }) => [{ do: 'commit', on: branch, looks: { [slot]: look } }],
  remove: ({ branch, slot }) => [{ do: 'commit', on: branch, looks: { [slot]: null } }],
  amend: ({ branch, slot, look }) => [{ do: 'amend', on: branch, looks: { [slot]: look } }],
  branch: ({ branch, draw }) => {
    const name = pick(names, draw.y);
    return name === branch ? [] : [{ do: 'branch', name, from: branch }];
  },
  deleteBranch: (place) => elsewhere(place, () => [{ do: 'delete branch', name: place.branch }]),
  sync: (place) =>
    elsewhere(place, () => [
      { do: 'merge', from: place.main, into: place.branch, conflict: conflictOf(place) },
    ]),
  rebase: (place) =>
    elsewhere(place, () => [
      { do: 'rebase', branch: place.branch, onto: place.main, conflict: conflictOf(place) },
    ]),
  revert: ({ branch }) => [{ do: 'revert', on: branch }],
  pick: (place) => {
    const from = pick([place.main, ...place.others], place.draw.y);
    const { repository } = place.world;
    const isOne = from !== place.branch && repository.parents(repository.head(from)).length === 1;
    return isOne ? [{ do: 'cherry-pick', from, onto: place.branch, conflict: conflictOf(place) }] : [];
  },
  drop: (place) => elsewhere(place, () => [{ do: 'drop the newest commit', on: place.branch }]),
  land,
  queue,
  build: (place) => [build(place)],
  reviewed,
  reviewedMain: (place) => reviewed({ ...place, branch: place.main }),
  partial: (place) => [build(place, { only: [place.slot] })],
  crash: (place) => [build(place, { exitCode: 1, ...(place.draw.z % 2 ? { only: [place.slot] } : {}) })],
  auto: (place) => [build(place, { autoApprove: true, exitCode: place.draw.z % 5 === 0 ? 1 : 0 })],
  mergeCheckout: (place) =>
    elsewhere(place, () => [build(place, { base: place.main, checksOutMerge: true })]),
  shallow: (place) => [build(place, { telling: 'shallow' })],
  untold: (place) => [build(place, { telling: 'nothing' })],
  ephemeral: (place) => [build(place, { ephemeral: true })],
  stacked: (place) =>
    elsewhere(place, () => {
      const base = pick([place.main, ...place.others], place.draw.y);
      return base === place.branch ? [] : [build(place, { base })];
    }),
  behind: (place) => [build(place, { isBehind: true })],
  again: (place) => [build(place), build(place)],
  shards,
  open: (place) => {
    const step = build(place, { autoApprove: place.draw.z % 3 === 0 });
    return step.do === 'build' ? [{ ...step, do: 'open' }] : [];
  },
  end: ({ world, draw }) => {
    const labels = [...world.open.keys()];
    return labels.length === 0 ? [] : [{ do: 'end', build: pick(labels, draw.x) }];
  },
  approve: (place) => decide(place, 'approve'),
  reject: (place) => decide(place, 'reject'),
  revoke: (place) => decide(place, 'revoke'),
  approveOne: decideOne,
  conflict: decideConditionally,
  takeBack,
  compareAgain: ({ world, draw }) => {
    const builds = world.oracle.state.builds.filter(isOver);
    return [{ do: 'compare again', build: pick(builds.slice(-6), draw.x).label }];
  },
  renameDefault: ({ main }) => (main === 'main' ? [{ do: 'rename the default branch', to: 'trunk' }] : []),
};

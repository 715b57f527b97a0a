import type { Step } from './steps/Step.js';

export interface Scenario {
  steps: readonly Step[];
  /** How some results end, by build and slot. */
  ends: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A main whose two looks are approved. */
const start: readonly Step[] = [
  { do: 'commit', on: 'main', looks: { button: 'A', card: 'A' } },
  { do: 'build', label: 'start', on: 'main' },
  { do: 'approve', build: 'start' },
];

/** A branch of it. */
const startBranch: readonly Step[] = [...start, { do: 'branch', name: 'f1', from: 'main' }];

/** A change of the button that nobody has decided about. */
const undecidedOn = (on: string): readonly Step[] => [
  { do: 'commit', on, looks: { button: 'B' } },
  { do: 'build', label: 'b2', on },
];
const undecidedOnMain = [...start, ...undecidedOn('main')];
const undecidedOnBranch = [...startBranch, ...undecidedOn('f1')];

export const scenarios: Readonly<Record<string, Scenario>> = {
  'what no longer is approved is no base of newer builds': {
    steps: [
      ...undecidedOnBranch,
      { do: 'approve', build: 'b2' },
      { do: 'commit', on: 'f1', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'revoke', build: 'start', slots: ['button'] },
    ],
    ends: {},
  },
  'a build that ends late is reverted by all builds of a later commit': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: { button: 'B' } },
      { do: 'open', label: 'b2', on: 'main', autoApprove: true },
      { do: 'commit', on: 'main', looks: { button: 'A' } },
      { do: 'build', label: 'b3', on: 'main' },
      { do: 'build', label: 'b4', on: 'main' },
      { do: 'end', build: 'b2' },
    ],
    ends: { b3: { button: 'changed pending' }, b4: { button: 'changed pending' } },
  },
  'what a partial build carries stays to be decided when it is compared again': {
    steps: [
      ...undecidedOnMain,
      { do: 'commit', on: 'main', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'main', only: ['card'] },
      { do: 'compare again', build: 'b3' },
    ],
    ends: { b3: { button: 'changed pending' } },
  },
  'a partial build of an amended commit does not carry what replaced it': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: 'B' } },
      { do: 'build', label: 'b2', on: 'f1', only: ['card'] },
      { do: 'amend', on: 'f1', looks: { button: 'C' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'compare again', build: 'b2' },
    ],
    ends: { b2: { button: 'skipped' }, b3: { button: 'changed pending' } },
  },
  'an amended commit that is compared again does not settle the new one': {
    steps: [
      ...undecidedOnBranch,
      { do: 'approve', build: 'b2' },
      { do: 'amend', on: 'f1', looks: { button: 'C' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'compare again', build: 'b2' },
      { do: 'commit', on: 'f1', looks: { card: 'B' } },
      { do: 'build', label: 'b4', on: 'f1', only: ['card'] },
    ],
    ends: { b4: { button: 'changed pending' } },
  },
  'a look that was amended away is not carried, though its build is compared again': {
    steps: [
      ...undecidedOnBranch,
      { do: 'amend', on: 'f1', looks: { button: 'A', card: 'B' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'compare again', build: 'b2' },
      { do: 'commit', on: 'f1', looks: { card: 'C' } },
      { do: 'build', label: 'b4', on: 'f1', only: ['card'] },
    ],
    ends: { b4: { button: 'skipped' } },
  },
  'a build of an amended commit that ends last does not settle the new one': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: 'B' } },
      { do: 'open', label: 'b2', on: 'f1' },
      { do: 'amend', on: 'f1', looks: { button: 'C' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'end', build: 'b2' },
      { do: 'commit', on: 'f1', looks: { card: 'B' } },
      { do: 'build', label: 'b4', on: 'f1', only: ['card'] },
    ],
    ends: { b4: { button: 'changed pending' } },
  },
  'a build does not take the commit that replaced its own for the history of its branch': {
    steps: [
      ...start,
      { do: 'amend', on: 'main', looks: { button: 'B' } },
      { do: 'build', label: 'b2', on: 'main' },
      { do: 'approve', build: 'b2' },
      { do: 'compare again', build: 'start' },
    ],
    ends: { start: { button: 'new approved' }, b2: { button: 'changed approved' } },
  },
  'rejecting the other look does not end an approval of this one': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: 'C' } },
      { do: 'build', label: 'b2', on: 'f1' },
      { do: 'approve', build: 'b2' },
      { do: 'commit', on: 'main', looks: { card: 'D' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'merge', from: 'f1', into: 'main', conflict: 'ours' },
      { do: 'revert', on: 'f1' },
      { do: 'build', label: 'b4', on: 'f1' },
      { do: 'approve', build: 'b4' },
      { do: 'build', label: 'b5', on: 'main' },
      { do: 'merge', from: 'f1', into: 'main', conflict: 'ours' },
      { do: 'compare again', build: 'b3' },
      { do: 'reject', build: 'b3' },
      { do: 'build', label: 'b6', on: 'main' },
    ],
    ends: { b3: { button: 'changed rejected' }, b6: { button: 'changed approved' } },
  },
  'what was taken back of a run that approved itself stays so when it is compared again': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: { card: 'C' } },
      { do: 'build', label: 'b2', on: 'main', autoApprove: true },
      { do: 'revoke', build: 'b2' },
      { do: 'compare again', build: 'b2' },
    ],
    ends: { b2: { card: 'changed pending' } },
  },
  'a build is no newer for being compared again': {
    steps: [
      ...start,
      { do: 'amend', on: 'main', looks: { card: 'D' } },
      { do: 'build', label: 'b2', on: 'main' },
      { do: 'compare again', build: 'start' },
      { do: 'approve', build: 'b2' },
    ],
    ends: { b2: { card: 'changed approved' } },
  },
  'a build accepted what another build of its branch was approved for': {
    steps: [
      ...undecidedOnMain,
      { do: 'branch', name: 'f1', from: 'main' },
      { do: 'commit', on: 'main', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'main' },
      { do: 'approve', build: 'b3' },
      { do: 'build', label: 'b4', on: 'f1' },
    ],
    ends: { b4: { button: 'unchanged' } },
  },
  'a commit that was dropped ends no review': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: null } },
      { do: 'build', label: 'b2', on: 'f1' },
      { do: 'revert', on: 'f1' },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'drop the newest commit', on: 'f1' },
      { do: 'commit', on: 'f1', looks: { card: 'B' } },
      { do: 'build', label: 'b4', on: 'f1', only: ['card'] },
      { do: 'build', label: 'b5', on: 'f1', only: ['card'], exitCode: 1 },
    ],
    ends: {
      b3: { button: 'unchanged' },
      b4: { button: 'removed pending' },
      b5: { button: 'removed pending' },
    },
  },
  'of two commits that ended a review, the one that was not dropped counts': {
    steps: [
      ...undecidedOnBranch,
      { do: 'commit', on: 'f1', looks: { button: 'A' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'drop the newest commit', on: 'f1' },
      { do: 'build', label: 'b4', on: 'f1', only: ['card'] },
      { do: 'commit', on: 'f1', looks: { button: 'A', card: 'B' } },
      { do: 'build', label: 'b5', on: 'f1' },
      { do: 'commit', on: 'f1', looks: { card: 'C' } },
      { do: 'build', label: 'b6', on: 'f1', only: ['card'] },
    ],
    ends: { b4: { button: 'changed pending' }, b6: { button: 'skipped' } },
  },
  'a commit that was dropped ends no review of what its loss brings back': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { card: 'B' } },
      { do: 'build', label: 'b2', on: 'f1' },
      { do: 'commit', on: 'f1', looks: { card: 'C' } },
      { do: 'build', label: 'b3', on: 'f1' },
      { do: 'revoke', build: 'start', slots: ['button'] },
      { do: 'drop the newest commit', on: 'f1' },
      { do: 'commit', on: 'f1', looks: { card: 'D' } },
      { do: 'build', label: 'b4', on: 'f1', only: ['card'] },
    ],
    ends: { b4: { button: 'new pending' } },
  },
  'a change that a newer build only carried stays, though its build is compared again': {
    steps: [
      ...undecidedOnMain,
      { do: 'commit', on: 'main', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'main', only: ['card'] },
      { do: 'compare again', build: 'b2' },
      { do: 'commit', on: 'main', looks: { card: 'C' } },
      { do: 'build', label: 'b4', on: 'main', only: ['card'] },
    ],
    ends: { b4: { button: 'changed pending' } },
  },
  'a removal that a partial build carries stays to be decided when it is compared again': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: { button: null } },
      { do: 'build', label: 'b2', on: 'main' },
      { do: 'commit', on: 'main', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'main', only: ['card'] },
      { do: 'compare again', build: 'b3' },
    ],
    ends: { b3: { button: 'removed pending' } },
  },
  'what is undecided on the default branch is carried after it is renamed': {
    steps: [
      ...undecidedOnMain,
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'commit', on: 'trunk', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'trunk', only: ['card'] },
      { do: 'compare again', build: 'b2' },
      { do: 'commit', on: 'trunk', looks: { card: 'C' } },
      { do: 'build', label: 'b4', on: 'trunk', only: ['card'] },
    ],
    ends: { b3: { button: 'changed pending' }, b4: { button: 'changed pending' } },
  },
  'what was rejected on the default branch stays so after it is renamed': {
    steps: [
      ...undecidedOnMain,
      { do: 'reject', build: 'b2' },
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'commit', on: 'trunk', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'trunk' },
    ],
    ends: { b3: { button: 'changed rejected', card: 'changed pending' } },
  },
  'a run does not approve a removal that it only carries': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: { button: null } },
      { do: 'build', label: 'b2', on: 'main' },
      { do: 'commit', on: 'main', looks: { card: 'B' } },
      { do: 'build', label: 'b3', on: 'main', only: ['card'], autoApprove: true },
    ],
    ends: { b3: { button: 'removed pending', card: 'changed approved' } },
  },
  'a build did not accept what a later one promoted because of the same decision': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: 'B' } },
      { do: 'branch', name: 'main', from: 'f1' },
      { do: 'build', label: 'b2', on: 'main', autoApprove: true },
      { do: 'amend', on: 'main', looks: { card: 'D' } },
      { do: 'build', label: 'b3', on: 'main', only: ['card'], shard: '1/2', complete: false, exitCode: 1 },
      { do: 'build', label: 'b4', on: 'main', only: ['button'], shard: '2/2', complete: false },
      { do: 'build', label: 'b5', on: 'f1', base: 'main' },
    ],
    ends: { b4: { button: 'changed approved' }, b5: { button: 'unchanged' } },
  },
  'what a run approved twice is taken back at once': {
    steps: [
      ...startBranch,
      { do: 'build', label: 'b2', on: 'main', only: ['button'] },
      { do: 'commit', on: 'f1', looks: { card: 'C' } },
      { do: 'build', label: 'b3', on: 'f1', autoApprove: true },
      { do: 'build', label: 'b4', on: 'main', isBehind: true },
      { do: 'reject', build: 'start', slots: ['card'] },
      { do: 'revoke', build: 'b3' },
    ],
    ends: { b3: { card: 'new pending' } },
  },
  'what was approved over nothing that its target had is remembered for a branch with nothing': {
    steps: [
      ...start,
      { do: 'branch', name: 'f1', from: 'main' },
      { do: 'amend', on: 'f1', looks: { card: 'D' } },
      { do: 'build', label: 'b2', on: 'f1' },
      { do: 'commit', on: 'f1', looks: { button: 'D' } },
      { do: 'branch', name: 'gh-readonly-queue/main/pr-5', from: 'main' },
      { do: 'merge', from: 'f1', into: 'gh-readonly-queue/main/pr-5', conflict: 'theirs' },
      { do: 'build', label: 'b3', on: 'gh-readonly-queue/main/pr-5', base: 'main' },
      { do: 'delete branch', name: 'gh-readonly-queue/main/pr-5' },
      { do: 'approve', build: 'b3' },
      { do: 'branch', name: 'f2', from: 'f1' },
      { do: 'build', label: 'b4', on: 'f2' },
    ],
    ends: { b3: { button: 'changed approved' }, b4: { button: 'new approved' } },
  },
  'what a build rests on is compared again before it': {
    steps: [
      ...start,
      { do: 'amend', on: 'main', looks: { card: 'B' } },
      { do: 'branch', name: 'f1', from: 'main' },
      { do: 'build', label: 'b2', on: 'main' },
      { do: 'approve', build: 'b2' },
      { do: 'build', label: 'b3', on: 'f1', telling: 'shallow' },
      { do: 'revoke', build: 'b2' },
      { do: 'approve', build: 'b3' },
      { do: 'build', label: 'b4', on: 'main' },
      { do: 'open', label: 'b5', on: 'main' },
      { do: 'build', label: 'b6', on: 'f1', only: ['card'] },
      { do: 'end', build: 'b5' },
      { do: 'reject', build: 'b2' },
    ],
    ends: { b6: { card: 'changed pending' } },
  },
  'an approval of a build from before the renaming counts for the new name': {
    steps: [
      ...undecidedOnMain,
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'build', label: 'b3', on: 'trunk' },
      { do: 'approve', build: 'b2' },
      { do: 'branch', name: 'f1', from: 'trunk' },
      { do: 'build', label: 'b4', on: 'f1', base: 'trunk' },
      { do: 'revoke', build: 'b3' },
    ],
    ends: {
      b2: { button: 'changed pending' },
      b3: { button: 'changed pending' },
      b4: { button: 'changed pending' },
    },
  },
  'a build from before the renaming is outdated by one of the new name': {
    steps: [
      ...undecidedOnMain,
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'commit', on: 'trunk', looks: { button: 'C' } },
      { do: 'build', label: 'b3', on: 'trunk' },
      { do: 'approve', build: 'b2' },
      { do: 'approve', build: 'b3' },
      { do: 'revert', on: 'trunk' },
      { do: 'build', label: 'b4', on: 'trunk' },
    ],
    ends: { b2: { button: 'changed pending' }, b4: { button: 'changed pending' } },
  },
  'a guessed base stays guessed when its build is compared again': {
    steps: [
      ...start,
      { do: 'amend', on: 'main', looks: { button: 'A' } },
      { do: 'build', label: 'b2', on: 'main' },
      { do: 'compare again', build: 'b2' },
      { do: 'build', label: 'b3', on: 'main' },
      { do: 'compare again', build: 'b2' },
    ],
    ends: { b2: { button: 'unchanged' } },
  },
  'a look does not stand at a commit that nobody described': {
    steps: [
      ...start,
      { do: 'amend', on: 'main', looks: { button: 'A' } },
      { do: 'build', label: 'b2', on: 'main', telling: 'nothing' },
      { do: 'build', label: 'b3', on: 'main', isBehind: true },
    ],
    ends: { b3: { button: 'unchanged' } },
  },
  'a look keeps standing where it was approved, though builds elsewhere find it unchanged': {
    steps: [
      ...start,
      { do: 'branch', name: 'f1', from: 'main' },
      { do: 'amend', on: 'main', looks: { card: 'B' } },
      { do: 'open', label: 'b2', on: 'main', autoApprove: true },
      { do: 'squash', from: 'f1', into: 'main', conflict: 'theirs' },
      { do: 'build', label: 'b3', on: 'main' },
      { do: 'commit', on: 'main', looks: { card: 'A' } },
      { do: 'build', label: 'b4', on: 'main' },
      { do: 'end', build: 'b2' },
    ],
    ends: { b2: { button: 'unchanged', card: 'changed approved' } },
  },
  'a look stands at builds of the new name': {
    steps: [
      ...start,
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'commit', on: 'trunk', looks: { card: 'B' } },
      { do: 'build', label: 'b2', on: 'trunk' },
      { do: 'build', label: 'b3', on: 'trunk', isBehind: true, autoApprove: true },
      { do: 'compare again', build: 'start' },
      { do: 'build', label: 'b4', on: 'trunk', only: ['card'] },
    ],
    ends: {},
  },
};

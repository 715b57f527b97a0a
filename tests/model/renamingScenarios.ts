import { type Scenario, start, startBranch, undecidedOnMain } from './scenarioStarts.js';

/** Histories in which the default branch is renamed. */
export const renamingScenarios: Readonly<Record<string, Scenario>> = {
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
  'the shards of a run are complete together, though the default branch is renamed between them': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: { card: null, link: 'A' } },
      { do: 'build', label: 'b2', on: 'main', only: ['button'], shard: '1/2', complete: true },
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'build', label: 'b3', on: 'trunk', only: ['link'], shard: '2/2', complete: true },
    ],
    ends: { b2: { card: 'skipped' }, b3: { card: 'removed pending', link: 'new pending' } },
  },
  'what a build of the new name shows is not removed in one from before the renaming': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: {} },
      { do: 'build', label: 'b2', on: 'main', only: ['button'], complete: true },
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'build', label: 'b3', on: 'trunk', only: ['card'] },
    ],
    ends: { b2: { card: 'skipped' } },
  },
  'a build that named the default branch before it was renamed promotes to the new name': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: 'B' } },
      { do: 'build', label: 'b2', on: 'f1', targetRefs: ['main'] },
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'approve', build: 'b2' },
      { do: 'branch', name: 'trunk', from: 'f1' },
      { do: 'build', label: 'b3', on: 'trunk' },
    ],
    ends: { b2: { button: 'changed approved' }, b3: { button: 'unchanged' } },
  },
  'a build that named the default branch is outdated by what the new name approved': {
    steps: [
      ...startBranch,
      { do: 'commit', on: 'f1', looks: { button: 'B' } },
      { do: 'build', label: 'b2', on: 'f1', targetRefs: ['main'] },
      { do: 'rename the default branch', to: 'trunk' },
      { do: 'commit', on: 'trunk', looks: { button: 'C' } },
      { do: 'build', label: 'b3', on: 'trunk' },
      { do: 'approve', build: 'b3' },
      { do: 'approve', build: 'b2' },
    ],
    ends: { b2: { button: 'changed pending' } },
  },
};

import { type Scenario, start, undecidedOnMain } from './scenarioStarts.js';

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
};

import { type Scenario, start, startBranch } from './scenarioStarts.js';

/** Histories in which it matters at which commits a look stands (R5), and who had seen it. */
export const placeScenarios: Readonly<Record<string, Scenario>> = {
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
  'a look does not stand at a commit because a build saw it there before anybody had described that': {
    steps: [
      ...start,
      { do: 'amend', on: 'main', looks: { button: 'A' } },
      { do: 'build', label: 'b2', on: 'main', telling: 'nothing' },
      { do: 'build', label: 'b3', on: 'main' },
      { do: 'compare again', build: 'b3' },
    ],
    ends: { b3: { button: 'unchanged' } },
  },
  'what a newer build skipped is compared again when an older one promotes': {
    steps: [
      ...start,
      { do: 'commit', on: 'main', looks: { card: 'B' } },
      { do: 'open', label: 'b2', on: 'main', autoApprove: true },
      { do: 'commit', on: 'main', looks: { button: 'B' } },
      { do: 'build', label: 'b3', on: 'main', only: ['button'] },
      { do: 'end', build: 'b2' },
    ],
    ends: { b2: { card: 'changed approved' }, b3: { card: 'skipped' } },
  },
  'what a newer build skipped has the base of its target when the branch gets one of its own': {
    steps: [
      ...startBranch,
      { do: 'amend', on: 'f1', looks: { button: 'A' } },
      { do: 'commit', on: 'f1', looks: { button: 'B' } },
      { do: 'merge', from: 'main', into: 'f1', conflict: 'theirs' },
      { do: 'build', label: 'b2', on: 'f1', base: 'main', exitCode: 1, only: ['button'] },
      { do: 'build', label: 'b3', on: 'f1', isBehind: true },
    ],
    ends: { b2: { card: 'skipped' }, b3: { card: 'new approved' } },
  },
};

import type { Step } from './steps/Step.js';

export interface Scenario {
  steps: readonly Step[];
  /** How some results end, by build and slot. */
  ends: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A main whose two looks are approved. */
export const start: readonly Step[] = [
  { do: 'commit', on: 'main', looks: { button: 'A', card: 'A' } },
  { do: 'build', label: 'start', on: 'main' },
  { do: 'approve', build: 'start' },
];

/** A branch of it. */
export const startBranch: readonly Step[] = [...start, { do: 'branch', name: 'f1', from: 'main' }];

/** A change of the button that nobody has decided about. */
const undecidedOn = (on: string): readonly Step[] => [
  { do: 'commit', on, looks: { button: 'B' } },
  { do: 'build', label: 'b2', on },
];
export const undecidedOnMain = [...start, ...undecidedOn('main')];
export const undecidedOnBranch = [...startBranch, ...undecidedOn('f1')];

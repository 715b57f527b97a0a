/**
 * Histories to draw. Branches are lines from top to bottom, commits stand in columns. A look is what a story looks like at a
 * commit; `note` is what its build says.
 *
 * @type {Record<string, {title: string, commits: {id: string, on: string, look: string, parents?: string[], note?: string, tone?: 'same' | 'asked' | 'remembered'}[]}>}
 */
export const histories = {
  'pull-request': {
    title: 'A pull request changes look A to B. Its build compares with A, and a person approves B.',
    commits: [
      { id: 'm1', on: 'main', look: 'A', note: 'baseline A', tone: 'same' },
      { id: 'f1', on: 'feature', look: 'A', parents: ['m1'], note: 'A = A', tone: 'same' },
      { id: 'f2', on: 'feature', look: 'B', parents: ['f1'], note: 'A → B: Ada approves', tone: 'asked' },
    ],
  },
  'squash-merge': {
    title: 'A squash merge brings the approved look B to main as a new commit. Nobody is asked again.',
    commits: [
      { id: 'm1', on: 'main', look: 'A', note: 'baseline A', tone: 'same' },
      { id: 'f1', on: 'feature', look: 'B', parents: ['m1'], note: 'A → B: Ada approves', tone: 'asked' },
      { id: 'm2', on: 'main', look: 'B', parents: ['m1'], note: 'A → B: remembered', tone: 'remembered' },
      { id: 'm3', on: 'main', look: 'B', parents: ['m2'], note: 'B = B', tone: 'same' },
    ],
  },
  'behind-main': {
    title:
      'Main changes to B after the branch began. The branch has not seen B, so it still compares with A.',
    commits: [
      { id: 'm1', on: 'main', look: 'A', note: 'baseline A', tone: 'same' },
      { id: 'm2', on: 'main', look: 'B', parents: ['m1'], note: 'A → B: Ada approves', tone: 'asked' },
      { id: 'f1', on: 'feature', look: 'A', parents: ['m1'], note: 'A = A', tone: 'same' },
      { id: 'f2', on: 'feature', look: 'B', parents: ['f1', 'm2'], note: 'merged main: B = B', tone: 'same' },
    ],
  },
  'two-rounds': {
    title: 'Two rounds of review, A to B and B to C. The merge goes from A to C, and C was chosen over A.',
    commits: [
      { id: 'm1', on: 'main', look: 'A', note: 'baseline A', tone: 'same' },
      { id: 'f1', on: 'feature', look: 'B', parents: ['m1'], note: 'A → B: Ada approves', tone: 'asked' },
      { id: 'f2', on: 'feature', look: 'C', parents: ['f1'], note: 'B → C: Ada approves', tone: 'asked' },
      { id: 'm2', on: 'main', look: 'C', parents: ['m1'], note: 'A → C: remembered', tone: 'remembered' },
    ],
  },
  revert: {
    title:
      'Main goes back from B to A. A look that was approved before is still a change, and somebody decides.',
    commits: [
      { id: 'm1', on: 'main', look: 'A', note: 'baseline A', tone: 'same' },
      { id: 'm2', on: 'main', look: 'B', parents: ['m1'], note: 'A → B: Ada approves', tone: 'asked' },
      { id: 'm3', on: 'main', look: 'A', parents: ['m2'], note: 'B → A: Bo approves', tone: 'asked' },
    ],
  },
};

import { expect, test } from 'vitest';
import { decideAtBirth } from './decideAtBirth.js';
import { type AcceptedLook, type Decision, findChoice } from './findChoice.js';

const seeing = (...commits: string[]) => ({ sees: (commit: string) => commits.includes(commit) });
const choice = (id: number, more: Partial<Decision> = {}): Decision => ({
  id,
  kind: 'approved',
  diffId: `dif_${id}`,
  branch: 'feature',
  targets: ['feature'],
  commit: 'f1',
  sight: seeing('f1', 'm1'),
  isPersons: true,
  actor: 'ada',
  madeAt: new Date(0),
  base: 'A',
  head: 'B',
  target: 'A',
  ...more,
});
const accepted = (look: string | null, place: string, more: Partial<AcceptedLook> = {}): AcceptedLook => ({
  look,
  root: undefined,
  places: [place],
  remembers: null,
  ...more,
});
const main = { branch: 'main', sight: seeing('m1', 'm2') };
const feature = { branch: 'feature', sight: seeing('f1', 'f2', 'm1') };

const ask = (
  decisions: Decision[],
  { from = 'A', wanted = 'B', asking = main, looks = [] as AcceptedLook[] } = {},
): number | null => findChoice(asking, { from, wanted }, decisions, looks)?.id ?? null;

test('an approval counts on every branch', () => {
  expect(ask([choice(1)])).toBe(1);
  expect(ask([choice(1)], { asking: { branch: 'other', sight: seeing() } })).toBe(1);
});

test('it was made over what the target had, though the branch was reviewed in two rounds', () => {
  const second = choice(2, { base: 'B', head: 'C', target: 'A' });
  expect(ask([second, choice(1)], { wanted: 'C' })).toBe(2);
  expect(ask([second, choice(1)], { from: 'B', wanted: 'C' })).toBe(2);
});

test('and over every look and root that is accepted at a commit which its head had seen', () => {
  const upper = choice(2, { base: 'X', head: 'Y', target: 'X' });
  const lower = accepted('L', 'm1', { root: 'R' });
  expect(ask([upper], { from: 'L', wanted: 'Y', looks: [lower] })).toBe(2);
  expect(ask([upper], { from: 'R', wanted: 'Y', looks: [lower] })).toBe(2);
  expect(ask([upper], { from: 'L', wanted: 'Y', looks: [accepted('L', 'm9')] })).toBeNull();
});

test('the newest choice between two looks counts, so that a flake cannot live on two old approvals', () => {
  const back = choice(2, { branch: 'main', base: 'B', head: 'A', target: 'B' });
  expect(ask([back, choice(1)])).toBe(2);
  expect(decideAtBirth(main, { base: 'A', head: 'B' }, [back, choice(1)], [], true)).toEqual({
    approvalStatus: 'pending',
    decision: null,
    isFlip: true,
  });
});

test('a branch that takes a look back asks nobody elsewhere who has not seen that', () => {
  const back = choice(2, { branch: 'other', commit: 'o1', base: 'B', head: 'A', target: 'B' });
  expect(ask([back, choice(1)])).toBe(1);
  const merged = { branch: 'main', sight: seeing('m1', 'o1') };
  expect(ask([back, choice(1)], { asking: merged })).toBe(2);
  const squashed = accepted('A', 'm2', { remembers: 2 });
  expect(ask([back, choice(1)], { looks: [squashed] })).toBe(2);
});

test('what approved itself counts on the branches that it promoted to alone', () => {
  const automatic = choice(1, { isPersons: false, targets: ['next'] });
  expect(ask([automatic])).toBeNull();
  expect(ask([automatic], { asking: { branch: 'feature', sight: seeing() } })).toBeNull();
  expect(ask([automatic], { asking: { branch: 'next', sight: seeing() } })).toBe(1);
});

test('a rejection makes ask, and never approves the other side', () => {
  const rejection = choice(2, { kind: 'rejected' });
  expect(ask([rejection, choice(1)], { asking: feature })).toBe(2);
  expect(ask([rejection], { from: 'B', wanted: 'A', asking: feature })).toBeNull();
});

test('what was chosen on a branch that the head knows nothing of brings no base back', () => {
  const elsewhere = choice(1, { branch: 'other', commit: 'o1' });
  const between = { from: 'A', wanted: 'B', isLocal: true };
  expect(findChoice(main, between, [elsewhere], [])).toBeNull();
  expect(findChoice(main, { ...between, isLocal: false }, [elsewhere], [])?.id).toBe(1);
  expect(findChoice({ ...main, sight: seeing('o1') }, between, [elsewhere], [])?.id).toBe(1);
});

test('a rejection sticks to its images on its branch (R15)', () => {
  const rejection = choice(2, { kind: 'rejected' });
  const born = (asking: typeof main) =>
    decideAtBirth(asking, { base: 'A', head: 'B' }, [rejection, choice(1, { branch: 'other' })], [], true);
  expect(born(feature)).toMatchObject({ approvalStatus: 'rejected', decision: { id: 2 } });
  expect(born(main)).toMatchObject({ approvalStatus: 'approved', decision: { id: 1 } });
});

test('where the project remembers nothing, only rejections of the branch hold', () => {
  expect(decideAtBirth(main, { base: 'A', head: 'B' }, [choice(1)], [], false).approvalStatus).toBe(
    'pending',
  );
  const rejection = choice(2, { kind: 'rejected', branch: 'main' });
  expect(decideAtBirth(main, { base: 'A', head: 'B' }, [rejection], [], false).approvalStatus).toBe(
    'rejected',
  );
});

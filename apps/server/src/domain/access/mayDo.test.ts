import { action, role, scope } from '@svc/schema';
import { expect, test } from 'vitest';
import { alsoNeeded, mayDo, roleFor } from './mayDo.js';

const actions = action.options;

test('what each role and each scope may do', () => {
  const table = (grants: [string, Parameters<typeof mayDo>[0]][]) =>
    Object.fromEntries(grants.map(([name, grant]) => [name, actions.filter((one) => mayDo(grant, one))]));
  expect(table(role.options.map((one) => [one, { role: one }]))).toEqual({
    viewer: ['read'],
    reviewer: ['read', 'upload', 'review'],
    maintainer: ['read', 'upload', 'review', 'manage'],
    owner: ['read', 'upload', 'review', 'manage', 'own'],
  });
  expect(table(scope.options.map((one) => [one, { scopes: [one] }]))).toEqual({
    read: ['read'],
    upload: ['read', 'upload'],
    review: ['read', 'review'],
  });
});

test('several scopes give what each of them gives; none gives nothing; no key manages', () => {
  for (const one of actions) {
    expect(mayDo({ scopes: [] }, one)).toBe(false);
    expect(mayDo({ scopes: ['upload', 'review'] }, one)).toBe(!['manage', 'own'].includes(one));
    expect(mayDo({ scopes: [...scope.options] }, one)).toBe(!['manage', 'own'].includes(one));
  }
});

test('a role may do all that lesser roles may, and the role named for an action is the least one', () => {
  const fromLeast = [...role.options].reverse();
  for (const one of actions) {
    const first = fromLeast.findIndex((candidate) => mayDo({ role: candidate }, one));
    expect(fromLeast[first]).toBe(roleFor[one]);
    for (const higher of fromLeast.slice(first)) expect(mayDo({ role: higher }, one)).toBe(true);
  }
});

test('who has images approved by sending them decides', () => {
  for (const body of [{ autoApprove: true }, { autoBaseline: true }, { autoApprove: 'true' }]) {
    expect(alsoNeeded(body)).toBe('review');
  }
  for (const body of [
    {},
    null,
    undefined,
    'autoApprove',
    { autoApprove: false },
    { autoBaseline: 'false' },
  ]) {
    expect(alsoNeeded(body)).toBeNull();
  }
});

import { expect, it } from 'vitest';
import { exampleDiff, exampleResult } from '../../testing/exampleReview.js';
import { filterWaiting, isFiltered, whoseChoices } from './filterWaiting.js';

const pullRequest = (number: number, author: string | null) => ({
  runUrl: null,
  commitUrl: null,
  pullRequest: { number, title: 'Show the cart', author, url: null },
});
const [cart, search, second] = [
  exampleDiff([exampleResult()], { branch: 'feature/cart', ci: pullRequest(7, 'Alice') }),
  exampleDiff([exampleResult(), exampleResult({ name: 'b', approvalStatus: 'approved' })], {
    branch: 'feature/search',
    project: 'other/web',
    ci: pullRequest(8, null),
  }),
  exampleDiff([exampleResult({ approvalStatus: 'approved' })], { branch: 'fix', ci: null }),
];
const all = [cart, search, second];
const alice = {
  name: 'Al',
  email: 'al@acme.test',
  identities: [{ provider: 'github', name: 'alice', createdAt: '' }],
};

it.each([
  [{}, all],
  [{ q: 'FEATURE' }, [cart, search]],
  [{ q: '#7 alice' }, [cart]],
  [{ q: 'cart other' }, [search]],
  [{ whose: 'mine' }, [cart]],
  [{ whose: 'org:other' }, [search]],
  [{ progress: 'new' }, [cart]],
  [{ progress: 'begun' }, [search]],
  [{ progress: 'second' }, [second]],
  [{ q: 'feature', progress: 'second' }, []],
])('%j leaves the builds that match', (filter, expected) => {
  expect(filterWaiting(all, filter, alice)).toEqual(expected);
  expect(isFiltered(filter)).toBe(Object.keys(filter).length > 0);
});

it('nothing is known to be theirs before the account is', () => {
  expect(filterWaiting(all, { whose: 'mine' }, undefined)).toEqual([]);
  expect(filterWaiting([search], { whose: 'mine' }, { ...alice, email: null })).toEqual([]);
});

it('organizations are a choice where there are several', () => {
  expect(whoseChoices(['acme']).map(({ value }) => value)).toEqual(['', 'mine']);
  expect(whoseChoices(['acme', 'other']).map(({ value }) => value)).toEqual([
    '',
    'mine',
    'org:acme',
    'org:other',
  ]);
});

import { expect, test } from 'vitest';
import { placeIssuers } from './placeIssuers.js';

const github = (issuer: string, place?: string) =>
  ({ kind: 'github', issuer, ...(place ? { place } : {}) }) as const;
const gitlab = (issuer: string) => ({ kind: 'gitlab', issuer }) as const;
const places = (issuers: Parameters<typeof placeIssuers>[0], githubPlace = 'https://github.com') =>
  placeIssuers(issuers, githubPlace).map(({ place }) => place);

test.each([
  ['https://token.actions.githubusercontent.com', 'https://github.com'],
  ['https://token.actions.githubusercontent.com/enterprise', 'https://github.com'],
  ['https://token.actions.octocorp.ghe.com', 'https://octocorp.ghe.com'],
  ['https://github.example.com/_services/token', 'https://github.example.com'],
])('the issuer %s is of %s, whatever GitHub is connected', (issuer, place) => {
  expect(places([github(issuer)], 'https://other.example')).toEqual([place]);
});

test('a GitLab issues for itself', () => {
  expect(places([gitlab('https://gitlab.com'), gitlab('https://gitlab.example.com/sub')])).toEqual([
    'https://gitlab.com',
    'https://gitlab.example.com/sub',
  ]);
});

test('of unknown issuers of GitHub the first is of the connected one, and no other', () => {
  const issuers = [
    github('https://issuer.example'),
    github('https://second.example'),
    github('https://token.actions.githubusercontent.com.evil.example'),
    github('https://named.example', 'https://github.third.example'),
  ];
  expect(places(issuers)).toEqual([
    'https://github.com',
    'https://second.example',
    'https://token.actions.githubusercontent.com.evil.example',
    'https://github.third.example',
  ]);
});

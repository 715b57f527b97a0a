import { expect, test } from 'vitest';
import { actorText } from './actorText.js';

test.each([
  ['user:Ada Lovelace', 'Ada Lovelace'],
  ['user:Ada: the first', 'Ada: the first'],
  ['user:key:Ada', 'key:Ada'],
  ['key:ci', 'API key ci'],
  ['ci:acme/web', 'CI of acme/web'],
  ['github:octocat', 'octocat on GitHub'],
  ['server:retention', 'server:retention'],
  ['user:', 'user:'],
  ['toString', 'toString'],
  ['', ''],
])('%j reads as %j', (actor, words) => {
  expect(actorText(actor)).toBe(words);
});

import { expect, test } from 'vitest';
import { rememberRefusals } from './rememberRefusals.js';

test('a host that could not be reached is not tried again, for a while', () => {
  let now = 0;
  const refusals = rememberRefusals(() => now);
  refusals.noteLasting('Fonts.test', 443, 'unresolved');
  expect(refusals.lasting('fonts.test', 443)).toBe('unresolved');
  expect(refusals.lasting('fonts.test', 80)).toBeNull();
  now = 60_000;
  expect(refusals.lasting('fonts.test', 443)).toBeNull();
  expect(refusals.of('https://fonts.test/a.woff2')).toBe('unresolved');
});

test('the next capture tries again', () => {
  const refusals = rememberRefusals(() => 0);
  refusals.noteLasting('fonts.test', 443, 'unreachable');
  refusals.forgetLasting();
  expect(refusals.lasting('fonts.test', 443)).toBeNull();
});

test.each(['denied', 'unreachable'] as const)('%s explains a request, and is judged each time', (refusal) => {
  const refusals = rememberRefusals(() => 0);
  refusals.note('::1', 80, refusal);
  expect(refusals.lasting('::1', 80)).toBeNull();
  expect(refusals.of('http://[::1]/')).toBe(refusal);
  refusals.note('::1', 80, null);
  expect(refusals.of('http://[::1]/')).toBeNull();
});

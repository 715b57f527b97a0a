import type { Cause, ResultCauses } from '@svc/schema';
import { expect, test } from 'vitest';
import { type FlakeEvidence, flakeReason } from './flakeReason.js';

const nothing: FlakeEvidence = {
  cause: null,
  missing: [],
  isDependent: false,
  renderers: [null, null],
  causes: null,
};
const reasonOf = (evidence: Partial<FlakeEvidence>) => flakeReason({ ...nothing, ...evidence });

const cause = (fields: Partial<Cause>): Cause => ({
  signature: 's',
  kind: 'text',
  property: null,
  from: null,
  to: null,
  component: null,
  text: '',
  element: 'p',
  count: 1,
  effect: null,
  regions: [0],
  isWhole: true,
  ...fields,
});
const causes = (
  list: Partial<Cause>[],
  unexplained: ResultCauses['unexplained'] = [],
): Pick<ResultCauses, 'causes' | 'unexplained'> => ({ causes: list.map(cause), unexplained });
const text = (from: string, to: string) => causes([{ from, to }]);

test('nothing that is known is an unknown reason', () => {
  expect(reasonOf({})).toEqual({ reason: 'unknown', detail: null });
  expect(reasonOf({ cause: 'documents' }).reason).toBe('unknown');
});

test('a missing font comes before another missing part, and both before what else is known', () => {
  const image = { url: 'https://cdn.example/hero.png', reason: 'did not load within 10 s' };
  const font = { url: 'https://cdn.example/Inter.woff2?v=3', reason: 'the server answered 404 Not Found' };
  expect(reasonOf({ missing: [image, font], cause: 'motion' })).toEqual({
    reason: 'lateFont',
    detail: 'https://cdn.example/Inter.woff2?v=3 the server answered 404 Not Found',
  });
  expect(reasonOf({ missing: [image], cause: 'motion' }).reason).toBe('network');
});

test('a page that keeps moving is animated, whatever its texts say', () => {
  expect(reasonOf({ cause: 'motion', causes: text('1', '2') }).reason).toBe('animation');
});

test.each([
  ['10:41', '10:42', 'clock'],
  ['2026-11-23', '2026-11-24', 'clock'],
  ['3 minutes ago', 'just now', 'clock'],
  ['Mon 23 Nov', 'Tue 24 Nov', 'clock'],
  ['id-8f31', 'id-77b0', 'random'],
  ['42 items', '43 items', 'random'],
  ['Ada, Grace', 'Grace, Ada', 'random'],
  ['10:41', 'never', 'random'],
])('%s in place of %s is %s', (from, to, reason) => {
  expect(reasonOf({ causes: text(from, to) })).toEqual({ reason, detail: `${from} → ${to}` });
});

test('two renderers explain a difference; one, or an unknown one, does not', () => {
  expect(reasonOf({ renderers: ['chromium 141', 'chromium 140'], causes: text('1', '2') })).toEqual({
    reason: 'renderer',
    detail: 'chromium 140 → chromium 141',
  });
  expect(reasonOf({ renderers: ['chromium 141', 'chromium 141'] }).reason).toBe('unknown');
  expect(reasonOf({ renderers: ['chromium 141', null] }).reason).toBe('unknown');
});

test('what depends on other stories, or on servers, says so where no cause is known', () => {
  expect(reasonOf({ isDependent: true, cause: 'answers' }).reason).toBe('order');
  expect(reasonOf({ cause: 'answers' }).reason).toBe('network');
  expect(reasonOf({ causes: causes([{ kind: 'font' }]) }).reason).toBe('lateFont');
});

test('pixels alone are rendering noise, unless a part of the image is not explained otherwise', () => {
  expect(reasonOf({ causes: causes([], [{ region: 0, kind: 'rendering' }]) }).reason).toBe('rendering');
  const mixed = causes(
    [],
    [
      { region: 0, kind: 'rendering' },
      { region: 1, kind: 'canvas' },
    ],
  );
  expect(reasonOf({ causes: mixed }).reason).toBe('unknown');
  expect(reasonOf({ causes: causes([]) }).reason).toBe('unknown');
});

import { expect, test } from 'vitest';
import { shotOf } from './shotOf.js';
import type { Taken } from './Taken.js';

const taken = (more: Partial<Taken>): Taken => ({
  taskId: '1',
  titles: ['a button', 'is round'],
  attempt: 0,
  name: 1,
  isWhole: false,
  viewport: null,
  reference: null,
  png: '',
  record: null,
  ...more,
});
const place = {
  project: { name: 'chromium', config: { root: '/repo' } },
  testPath: '/repo/src/button.test.ts',
};

test.each([
  [{}, 'src/button.test.ts > a button > is round > 1'],
  [{ name: 'round' }, 'src/button.test.ts > round'],
  [{ name: ' Button / round', isWhole: true }, ' Button / round'],
  [{ name: 2, isWhole: true }, 'src/button.test.ts > a button > is round > 2'],
  [{ name: 'Button', isWhole: true, suffix: '[dark]' }, 'Button[dark]'],
  [{ name: 1, isWhole: true, suffix: '[dark]' }, 'src/button.test.ts > a button > is round > 1[dark]'],
])('%j is called %s', (more, name) => {
  expect(shotOf(taken(more), place, { suite: 'components' }).name).toBe(name);
});

test('a picture has the options of its test before those of the plugin', () => {
  const options = { suite: 'components', threshold: 0.1, tags: ['a'] };
  expect(shotOf(taken({ suite: 'own', threshold: 0.2 }), place, options)).toMatchObject({
    suite: 'own',
    threshold: 0.2,
    tags: ['a'],
    browser: 'chromium',
    testId: 'src/button.test.ts > a button > is round',
  });
  expect(
    shotOf(taken({}), { ...place, project: { ...place.project, name: '' } }, options).browser,
  ).toBeUndefined();
});

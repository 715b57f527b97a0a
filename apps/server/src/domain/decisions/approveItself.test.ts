import { expect, test } from 'vitest';
import { approveItself } from './approveItself.js';

const result = (name: string, carried = false) => ({ name, viewport: '', browser: '', carried });
const results = [result('a'), result('b'), result('old', true)];
const namesOf = (approval: Parameters<typeof approveItself>[0]) =>
  approveItself(approval, results).map(({ name }) => name);

test('everything that the run captured, or what it chose, and never what is carried (R18)', () => {
  expect(namesOf({ all: true, slots: [] })).toEqual(['a', 'b']);
  expect(namesOf({ all: false, slots: [result('b'), result('old')] })).toEqual(['b']);
  expect(
    namesOf({
      all: false,
      slots: [
        { name: 'a', viewport: '800x600', browser: '' },
        { name: 'b', viewport: '', browser: 'firefox' },
      ],
    }),
  ).toEqual([]);
});

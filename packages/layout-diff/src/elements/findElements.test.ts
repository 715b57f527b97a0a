import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRecord } from '../../testing/buildRecord.js';
import { parseElementSelector, selectorText } from './ElementSelector.js';
import { elementsAt, findElements } from './findElements.js';

const record = buildRecord({
  root: {
    tag: 'html',
    box: [0, 0, 200, 100],
    children: [
      {
        tag: 'header',
        box: [0, 0, 200, 20],
        testId: 'bar',
        children: [
          { tag: 'time', classes: 'clock css-1ab2c3', box: [150, 2.5, 40, 10] },
          { tag: 'span', id: 'user name', box: [10, 2, 30, 10] },
        ],
      },
      {
        tag: 'ul',
        box: [0, 30, 200, 60],
        children: [
          { tag: 'li', box: [0, 30, 200, 30] },
          { tag: 'li', box: [0, 60, 200, 30] },
        ],
      },
    ],
  },
  scale: 2,
});

describe('a selector', () => {
  test.each([
    ['time', 1],
    ['.clock', 1],
    ['time.clock', 1],
    ['[data-testid="bar"] .clock', 1],
    ['html   header time', 1],
    ['#user\\ name', 1],
    ['li', 2],
    ['ul li', 2],
    ['header li', 0],
    ['.clock header', 0],
    ['*', 7],
    ['.other', 0],
  ])('%s finds %d elements', (selector, count) => {
    expect(findElements(record, selector)).toHaveLength(count);
  });

  test.each(['', ' ', 'a > b', 'a, b', 'a:hover', '[href="x"]', '.', '#', 'a"', '.a\\', 'a b"c d'])(
    '%j is none',
    (selector) => {
      expect(parseElementSelector(selector)).toBeNull();
      expect(findElements(record, selector)).toEqual([]);
    },
  );

  test('is read as it was written, whatever the names', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
      .filter((one) => !/[\s\0]/u.test(one));
    const compound = fc.record(
      {
        tag: fc.constantFrom('a', 'my-tag'),
        id: name,
        testId: fc.string({ minLength: 1 }),
        classes: fc.array(name, { minLength: 1 }),
      },
      { requiredKeys: ['classes'] },
    );
    fc.assert(
      fc.property(fc.array(compound, { minLength: 1, maxLength: 3 }), (selector) => {
        expect(parseElementSelector(selectorText(selector))).toEqual(selector);
      }),
    );
  });
});

test('boxes are whole pixels of the image, within it', () => {
  expect(findElements(record, 'time')).toEqual([{ x: 300, y: 5, width: 80, height: 20 }]);
  const element = buildRecord({
    root: { tag: 'main', box: [10, 10, 50, 50], children: [{ tag: 'b', box: [0.4, 10.3, 20, 10] }] },
    origin: [10, 10],
  });
  expect(findElements(element, 'b')).toEqual([{ x: 0, y: 0, width: 11, height: 11 }]);
});

test('elements at a point are found again by their selectors, the innermost first', () => {
  const [time, header, ...rest] = elementsAt(record, 310, 10);
  expect(time).toEqual({ selector: '.clock', count: 1, box: { x: 300, y: 5, width: 80, height: 20 } });
  expect(header).toMatchObject({ selector: '[data-testid="bar"]', count: 1 });
  expect(rest.map(({ selector }) => selector)).toEqual(['html']);
  expect(elementsAt(record, 4, 70)[0]).toMatchObject({ selector: 'li', count: 2 });
  for (const { selector, box } of elementsAt(record, 310, 10)) {
    expect(findElements(record, selector)).toContainEqual(box);
  }
  expect(elementsAt(record, 4_000, 0)).toEqual([]);
});

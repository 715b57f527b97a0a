import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRecord, type Element } from '../testing/buildRecord.js';
import { diffLayouts } from './diffLayouts.js';
import type { LayoutRecord } from './index.js';
import { type RecordedProperty, recordedProperties } from './record/recordedProperties.js';

const color = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `rgb(${channels.join(', ')})`);
const styles = fc.record(
  {
    color,
    'background-color': color,
    padding: fc.nat(20).map((side) => `${side}px`),
    'font-size': fc.integer({ min: 8, max: 30 }).map((size) => `${size}px`),
    'border-radius': fc.nat(9).map((radius) => `${radius}px`),
  },
  { requiredKeys: [] },
);
const word = fc.constantFrom('Save', 'Close', 'Open the file', '1', '2', '', 'Ünï');
const element = fc.letrec<{ element: Element }>((tie) => ({
  element: fc.record(
    {
      tag: fc.constantFrom('div', 'span', 'button', 'li'),
      classes: fc.constantFrom('', 'card', 'css-1ab2c3', 'Button_root__x3f9A row', 'flex p-4'),
      text: word,
      testId: fc.constantFrom('', '', 'a', 'b'),
      style: styles,
      box: fc.tuple(fc.nat(800), fc.nat(800), fc.nat(300), fc.nat(300)),
      children: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('element'), { maxLength: 5 })),
    },
    { requiredKeys: ['tag'] },
  ) as fc.Arbitrary<Element>,
})).element;
const root = fc.array(element, { maxLength: 6 }).map((children): Element => ({ tag: 'html', children }));

const recordOf = (element: Element): LayoutRecord => buildRecord({ root: element });
const listElements = (element: Element): Element[] => [
  element,
  ...(element.children ?? []).flatMap(listElements),
];
const copy = (element: Element): Element => structuredClone(element);

test('a record has no causes beside itself', () => {
  fc.assert(
    fc.property(root, (page) => {
      expect(diffLayouts(recordOf(page), recordOf(copy(page))).causes).toEqual([]);
    }),
  );
});

test('two records always have the same causes, and each names a value that changed', () => {
  fc.assert(
    fc.property(root, root, (one, other) => {
      const [before, after] = [recordOf(one), recordOf(other)];
      const { causes } = diffLayouts(before, after);
      expect(diffLayouts(structuredClone(before), structuredClone(after)).causes).toEqual(causes);
      for (const { kind, from, to } of causes) {
        if (['inserted', 'removed', 'moved'].includes(kind)) continue;
        expect(from).not.toBe(to);
      }
    }),
  );
});

const own: RecordedProperty[] = [
  'background-color',
  'padding',
  'opacity',
  'box-shadow',
  'align-items',
  'z-index',
];

test('one value that changed at one element is the one cause', () => {
  fc.assert(
    fc.property(root, fc.nat(), fc.constantFrom(...own), (page, at, property) => {
      const changed = copy(page);
      const all = listElements(changed);
      const chosen = all[at % all.length] as Element;
      chosen.style = { ...chosen.style, [property]: 'rgb(1, 2, 3) 77px' };
      const { causes } = diffLayouts(recordOf(page), recordOf(changed));
      expect(causes).toMatchObject([{ kind: 'style', property, to: '#010203 77px', count: 1 }]);
    }),
  );
});

test('a text that changed is the one cause', () => {
  fc.assert(
    fc.property(root, fc.nat(), (page, at) => {
      const changed = copy(page);
      const all = listElements(changed);
      const chosen = all[at % all.length] as Element;
      const from = chosen.text || '';
      chosen.text = 'Something that nothing else says';
      const { causes } = diffLayouts(recordOf(page), recordOf(changed));
      expect(causes).toMatchObject([{ kind: 'text', from, to: chosen.text, count: 1 }]);
    }),
  );
});

test('siblings in another order have moved, and nothing else happened', () => {
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 25 })
    .chain((numbers) =>
      fc.tuple(fc.constant(numbers), fc.shuffledSubarray(numbers, { minLength: numbers.length })),
    );
  const page = (numbers: readonly number[]): Element => ({
    tag: 'html',
    children: [
      {
        tag: 'ul',
        children: numbers.map((number) => ({
          tag: 'li',
          text: `row ${number}`,
          style: { padding: `${number}px` },
        })),
      },
    ],
  });
  fc.assert(
    fc.property(list, ([before, after]) => {
      const { causes } = diffLayouts(recordOf(page(before)), recordOf(page(after)));
      expect(new Set(causes.map(({ kind }) => kind))).toEqual(
        new Set(before.join() === after.join() ? [] : ['moved']),
      );
    }),
  );
});

test('no cause names a property that has the same values on both sides', () => {
  fc.assert(
    fc.property(root, fc.nat(), fc.nat(), word, (page, at, other, text) => {
      const changed = copy(page);
      const all = listElements(changed);
      const chosen = all[at % all.length] as Element;
      chosen.style = { ...chosen.style, color: 'rgb(9, 9, 9)', 'border-width': '3px', 'font-size': '31px' };
      (all[other % all.length] as Element).text = text;
      const [before, after] = [recordOf(page), recordOf(changed)];
      const values = ({ strings, styles: tuples }: LayoutRecord, property: RecordedProperty) =>
        new Set(tuples.map((tuple) => strings[tuple[recordedProperties.indexOf(property)] ?? -1]));
      for (const { kind, property } of diffLayouts(before, after).causes) {
        if (kind !== 'style') continue;
        const name = recordedProperties.find((one) => one === property) ?? 'border-width';
        expect(values(before, name)).not.toEqual(values(after, name));
      }
    }),
  );
});

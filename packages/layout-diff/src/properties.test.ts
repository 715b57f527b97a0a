import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRecord, type Element } from '../testing/buildRecord.js';
import { causesVersion } from './causesVersion.js';
import { diffLayouts } from './diffLayouts.js';
import { explainRegions, type LayoutRecord } from './index.js';
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

/** What may change at every card of a list: two looks of a card and of the list, and what is to be told. */
const changesOfCards = {
  padding: { property: 'padding', values: ['8px', '12px'] },
  'background-color': { property: 'background-color', values: ['rgb(0, 0, 0)', 'rgb(9, 9, 9)'] },
  margin: { property: 'margin-bottom', values: ['4.8px', '6.4px'] },
  width: { property: 'width', values: ['600px', '640px'] },
  height: { property: 'height', values: ['100px', '120px'] },
} as const;
const neighbors = ['above', 'below', 'first', 'last'] as const;

/** Cards that lie one below the other, with an element above or below their list, or among them. */
function layCards(
  count: number,
  { look, neighbor }: { look: Partial<Record<keyof typeof changesOfCards, string>>; neighbor: string | null },
): Element {
  const size = (value: string | undefined, otherwise: number) => Number.parseFloat(value ?? `${otherwise}`);
  const [width, height, space] = [size(look.width, 600), size(look.height, 100), size(look.margin, 0)];
  let top = 0;
  const aside = (): Element => {
    top += 50;
    return { tag: 'aside', classes: 'news', text: 'New', box: [0, top - 50, 600, 50] };
  };
  const card = (_: unknown, place: number): Element => {
    const at = top;
    top += height + space;
    return {
      tag: 'section',
      classes: 'card',
      box: [0, at, width, height],
      style: {
        padding: look.padding ?? '0px',
        'background-color': look['background-color'] ?? 'rgb(1, 1, 1)',
        margin: look.margin ? `0px 0px ${look.margin}` : '0px',
      },
      children: [{ tag: 'p', text: `card ${place}`, box: [8, at + 8, 100, 20] }],
    };
  };
  const above = neighbor === 'above' ? [aside()] : [];
  const start = top;
  const first = neighbor === 'first' ? [aside()] : [];
  const cards = Array.from({ length: count }, card);
  const last = neighbor === 'last' ? [aside()] : [];
  const main: Element = {
    tag: 'main',
    box: [0, start, 800, top - start],
    children: [...first, ...cards, ...last],
  };
  const below = neighbor === 'below' ? [aside()] : [];
  return {
    tag: 'html',
    box: [0, 0, 1280, Math.max(720, top)],
    children: [{ tag: 'body', box: [0, 0, 1280, top], children: [...above, main, ...below] }],
  };
}

test('what changed at every card is told beside an element that came or went, wherever that is', () => {
  const kinds = Object.keys(changesOfCards) as (keyof typeof changesOfCards)[];
  fc.assert(
    fc.property(
      fc.integer({ min: 6, max: 60 }),
      fc.constantFrom(...kinds),
      fc.constantFrom(...neighbors),
      fc.boolean(),
      (count, kind, place, isRemoved) => {
        const { property, values } = changesOfCards[kind];
        const [without, having] = [
          layCards(count, { look: { [kind]: values[0] }, neighbor: null }),
          layCards(count, { look: { [kind]: values[1] }, neighbor: place }),
        ].map(recordOf) as [LayoutRecord, LayoutRecord];
        const [before, after] = isRemoved ? [having, without] : [without, having];
        const { causes } = diffLayouts(before, after);
        expect(causes.map(({ kind: told, property: of, count: at }) => [told, of, at])).toEqual(
          expect.arrayContaining([
            [isRemoved ? 'removed' : 'inserted', null, 1],
            [expect.stringMatching(/^(style|position)$/), property, count],
          ]),
        );
        expect(causes).toHaveLength(2);
      },
    ),
  );
});

test('rules that tell other causes of the same records have another version', () => {
  const side = fc.integer({ min: 1, max: 300 });
  const box = fc.record({ x: fc.nat(800), y: fc.nat(800), width: side, height: side });
  const samples = fc.sample(
    fc.record({ one: root, other: root, from: color, to: color, kept: fc.nat(6), boxes: fc.array(box) }),
    { seed: 1, numRuns: 300 },
  );
  const told = samples.map(({ one, other, from, to, kept, boxes }) => {
    const painted = (page: Element, brand: string) =>
      buildRecord({
        root: { ...page, style: { color: brand } },
        customProperties: { '--brand': brand },
        uses: { '--brand': ['color'] },
      });
    const children = [...(one.children ?? []).slice(0, kept), ...(other.children ?? []).slice(kept)];
    const layouts = diffLayouts(painted(one, from), painted({ ...one, children }, to));
    const { isWhole, regionsOf } = explainRegions(layouts, boxes);
    return { causes: layouts.causes, isWhole, regionsOf };
  });
  const kinds = new Set(told.flatMap(({ causes }) => causes.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(['customProperty', 'inserted', 'moved', 'removed', 'style', 'text']);
  expect(told.filter(({ isWhole }) => isWhole.includes(true)).length).toBeGreaterThan(10);
  const hash = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
  expect({ version: causesVersion, hash }, 'count causesVersion up, then put the hash here').toEqual({
    version: 1,
    hash: '67fc8cba2e3080fa',
  });
});

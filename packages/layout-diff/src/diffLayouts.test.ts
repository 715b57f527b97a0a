import { describe, expect, test } from 'vitest';
import { button, page, textsOf } from '../testing/buildPage.js';
import type { Element } from '../testing/buildRecord.js';
import { diffLayouts } from './diffLayouts.js';

describe('styles', () => {
  test('a value that children inherit is told once, at the topmost element', () => {
    const list = (color: string): Element => ({
      tag: 'ul',
      classes: 'list',
      style: { color },
      children: [
        { tag: 'li', text: 'one' },
        { tag: 'li', text: 'two', style: { 'border-width': '1px', 'border-color': color } },
      ],
    });
    expect(textsOf(page([list('rgb(0, 102, 255)')]), page([list('rgb(0, 85, 221)')]))).toEqual([
      '`color` #0066ff → #0055dd on `ul.list`',
    ]);
  });

  test('one side of a shorthand is told by its own name', () => {
    const box = (padding: string): Element => ({ tag: 'div', id: 'box', style: { padding } });
    expect(textsOf(page([box('4px')]), page([box('4px 4px 4px 12px')]))).toEqual([
      '`padding-left` 4px → 12px on `div#box`',
    ]);
  });

  test('lengths in em and rem follow the font size', () => {
    const text = (size: number): Element => ({
      tag: 'p',
      classes: 'lead',
      text: 'Hello',
      style: {
        'font-size': `${size}px`,
        'line-height': `${size * 1.5}px`,
        padding: `${size / 2}px ${size}px`,
      },
      children: [
        { tag: 'b', style: { 'font-size': `${size * 1.25}px`, 'line-height': `${size * 1.875}px` } },
      ],
    });
    expect(textsOf(page([text(16)]), page([text(20)]))).toEqual([
      '`font-size` 16px → 20px on `p.lead "Hello"`',
    ]);
  });

  test('the same change of a component is one cause', () => {
    const buttons = (radius: string) =>
      ['Save', 'Close', 'Help'].map((text) =>
        button(text, { style: { 'border-radius': radius, 'border-width': '1px' } }),
      );
    const [cause, ...others] = diffLayouts(page(buttons('4px')), page(buttons('8px'))).causes;
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ count: 3, component: 'Button_root' });
    expect(cause?.text).toBe('`border-radius` 4px → 8px on 3 elements `Button_root`');
  });

  test('children become blocks in a flex container, positioned elements do, and that is not a cause', () => {
    const row = (display: string): Element => ({
      tag: 'div',
      classes: 'row',
      style: { display },
      children: [
        {
          tag: 'span',
          text: 'a',
          style: display === 'flex' ? { display: 'block', 'min-width': 'auto' } : { display: 'inline' },
        },
      ],
    });
    expect(textsOf(page([row('block')]), page([row('flex')]))).toEqual([
      '`display` block → flex on `div.row`',
    ]);
    const badge = (style: Element['style'] = {}): Element => ({ tag: 'span', testId: 'badge', style });
    expect(
      textsOf(
        page([badge({ display: 'inline', position: 'static' })]),
        page([badge({ display: 'block', position: 'absolute' })]),
      ),
    ).toEqual(['`position` static → absolute on `span[data-testid="badge"]`']);
  });

  test('values that have no effect come and go with what gives them one', () => {
    const box = (style: Element['style'] = {}): Element => ({ tag: 'p', classes: 'note', text: 'x', style });
    const none = {
      'border-color': '',
      'border-style': '',
      'text-decoration-color': '',
      'z-index': '',
      outline: 'none',
    };
    const some = { 'border-color': 'rgb(1, 1, 1)', 'border-style': 'solid', 'border-width': '1px' };
    expect(textsOf(page([box(none)]), page([box({ ...none, ...some })]))).toEqual([
      '`border-width` 0px → 1px on `p.note "x"`',
    ]);
    const lined = { 'text-decoration-line': 'underline', 'text-decoration-color': 'rgb(0, 0, 0)' };
    expect(
      textsOf(page([box({ ...none, 'text-decoration-line': 'none' })]), page([box({ ...none, ...lined })])),
    ).toEqual(['`text-decoration-line` none → underline on `p.note "x"`']);
    expect(textsOf(page([box(none)]), page([box({ ...none, outline: 'rgb(255, 0, 0) solid 2px' })]))).toEqual(
      ['`outline` none → #ff0000 solid 2px on `p.note "x"`'],
    );
  });
});

describe('the tree', () => {
  const rows = (...texts: string[]): Element[] =>
    texts.map((text, place) => ({
      tag: 'li',
      classes: 'row',
      text,
      box: [0, place * 24, 800, 24],
    }));

  test('an added element is the cause of what moved', () => {
    const cards = ['a', 'b', 'c'];
    const stacked = (banner: boolean) =>
      page([
        ...(banner ? [{ tag: 'div', classes: 'banner', text: 'New', box: [0, 0, 800, 24] } as Element] : []),
        ...cards.map(
          (text, place): Element => ({
            tag: 'p',
            text,
            box: [0, place * 30 + (banner ? 24 : 0), 800, 30],
          }),
        ),
      ]);
    expect(textsOf(stacked(false), stacked(true))).toEqual([
      '`div.banner "New"` was added; moves 3 elements down by 24 px',
    ]);
    expect(textsOf(stacked(true), stacked(false))).toEqual([
      '`div.banner "New"` was removed or hidden; moves 3 elements up by 24 px',
    ]);
  });

  test('neighbors that look different because of selectors are not causes', () => {
    const list = (...names: string[]) =>
      page([
        {
          tag: 'ul',
          children: names.map((text, place): Element => {
            const isLast = place === names.length - 1;
            const stripe = place % 2 === 0 ? 'rgb(255, 255, 255)' : 'rgb(240, 240, 240)';
            return {
              ...{ tag: 'li', classes: 'row', text, box: [0, place * 20, 800, 20] },
              style: { margin: isLast ? '0px' : '0px 0px 7px', 'background-color': stripe },
            };
          }),
        },
      ]);
    expect(textsOf(list('a', 'b', 'c', 'd'), list('a', 'b', 'c', 'd', 'e'))).toEqual([
      '`li.row "e"` was added',
    ]);
    expect(textsOf(list('a', 'b', 'c', 'd'), list('new', 'a', 'b', 'c', 'd'))).toEqual([
      '`li.row "new"` was added; moves 4 elements down by 20 px',
    ]);
  });

  test('an inline element in a flex container is a block until it is wrapped', () => {
    const link: Element = { tag: 'a', text: 'More', style: { display: 'block', 'min-width': 'auto' } };
    const wrapped: Element = {
      ...{ tag: 'section', classes: 'wrapper' },
      children: [{ ...link, style: { display: 'inline', 'min-width': '0px' } }],
    };
    const row = (child: Element): Element => ({ tag: 'div', style: { display: 'flex' }, children: [child] });
    expect(textsOf(page([row(link)]), page([row(wrapped)]))).toEqual(['`section.wrapper` was added']);
  });

  test('a wrapper is added, and what is in it has not moved', () => {
    const card: Element = { tag: 'div', classes: 'card', children: [{ tag: 'h3', text: 'Title' }] };
    const wrapper: Element = { tag: 'section', style: { color: 'rgb(255, 0, 0)' }, children: [card] };
    expect(textsOf(page([card]), page([wrapper]))).toEqual(['`section` was added']);
    expect(textsOf(page([wrapper]), page([card]))).toEqual(['`section` was removed or hidden']);
  });

  test('a row that changed places moved', () => {
    expect(textsOf(page(rows('a', 'b', 'c', 'd')), page(rows('d', 'a', 'b', 'c')))).toEqual([
      '`li.row "d"` changed places; moves 3 elements down by 24 px',
    ]);
  });

  test('cells that say what another one said have not moved', () => {
    expect(textsOf(page(rows('2', '3')), page(rows('3', '4')))).toEqual([
      'Text “2” → “3” on `li.row "3"`',
      'Text “3” → “4” on `li.row "4"`',
    ]);
  });

  test('hashes of class names that differ between builds change nothing', () => {
    const classes = [
      ['css-1ab2c3', 'css-9zx8c7'],
      ['Button_root__x3f9A', 'Button_root__Zk2p1'],
      ['_card_1x2y3_5', '_card_9z8y7_5'],
      ['sc-bdVaJa', 'sc-htpNat'],
      ['svelte-1abc23', 'svelte-9zyx87'],
      ['Card__Title-sc-1abc2d-0', 'Card__Title-sc-9zyx8w-0'],
      ['css-1ab2c3-Header', 'css-0qq9w8-Header'],
    ];
    for (const [before = '', after = ''] of classes) {
      const made = (name: string) =>
        page([button('Save', { classes: name }), button('Close', { classes: name })]);
      expect(textsOf(made(before), made(after)), before).toEqual([]);
    }
  });

  test('ids that are numbered while a page is made do not identify an element', () => {
    const field = (id: string): Element => ({
      tag: 'input',
      id,
      attributes: { 'aria-describedby': id, type: 'text' },
    });
    expect(textsOf(page([field(':r3:')]), page([field(':r7:')]))).toEqual([]);
  });
});

describe('what the style does not tell', () => {
  test('texts, images and attributes', () => {
    const parts = (text: string, src: string, value: string, label: string) =>
      page([
        button(text, { attributes: { 'aria-label': label } }),
        { tag: 'img', kind: 'image', attributes: { src }, image: src },
        { tag: 'input', attributes: { value } },
      ]);
    expect(textsOf(parts('Save', 'a.png', '1', 'x'), parts('Store', 'b.png', '2', 'y'))).toEqual([
      'Text “Save” → “Store” on `button.Button_root "Store"`',
      'Image a.png → b.png on `img`',
      'Attribute `value` “1” → “2” on `input`',
      'Attribute `aria-label` “x” → “y” on `button.Button_root "Store"`',
    ]);
  });

  test('a drawing is told by what is in it, where that is known', () => {
    const drawn = (image: string, text: string) =>
      page([{ tag: 'svg', kind: 'image', image, children: [{ tag: 'text', text }] }]);
    expect(textsOf(drawn('1', 'a'), drawn('2', 'b'))).toEqual(['Text “a” → “b” on `text "b"`']);
    expect(textsOf(drawn('1', 'a'), drawn('2', 'a'))).toEqual(['Image 1 → 2 on `svg`']);
  });

  test('a font that fell back', () => {
    const text = (font: string, width: number) =>
      page([{ tag: 'p', text: 'Hello', style: { 'font-family': 'Inter, Arial' }, box: [0, 0, width, 20] }], {
        fonts: [font],
      });
    expect(textsOf(text('Inter', 40), text('Arial', 44))).toEqual(['Font Inter → Arial, in 1 element']);
  });

  test('a font whose name no style says', () => {
    const text = (font: string) => page([{ tag: 'p', text: 'Hello' }], { fonts: [font] });
    expect(textsOf(text('Liberation Sans'), text('DejaVu Sans'))).toEqual([
      'Font Liberation Sans → DejaVu Sans',
    ]);
  });

  test('a font that only a removed element had is not a cause of its own', () => {
    const plain = { tag: 'p', text: 'Hello', style: { 'font-family': 'Arial' } };
    const code = { tag: 'code', text: 'x', style: { 'font-family': 'Fira Code' } };
    const [both, one] = [
      page([plain, code], { fonts: ['Arial', 'Fira Code'] }),
      page([plain], { fonts: ['Arial'] }),
    ];
    expect(textsOf(both, one)).toEqual([expect.stringMatching(/^`code "x"` was removed or hidden/)]);
    expect(textsOf(one, both)).toEqual([expect.stringMatching(/^`code "x"` was added/)]);
  });

  test('a width of its own, and what moved because of it', () => {
    const row = (width: number) =>
      page([
        { tag: 'div', classes: 'side', box: [0, 0, width, 100] },
        { tag: 'div', classes: 'main', box: [width, 0, 500, 100] },
      ]);
    expect(textsOf(row(200), row(220))).toEqual([
      'Width 200px → 220px on `div.side`; moves 1 element right by 20 px',
    ]);
  });

  test('a place of its own', () => {
    const badge = (x: number) => page([{ tag: 'b', testId: 'badge', box: [x, 0, 10, 10] }]);
    expect(textsOf(badge(10), badge(14))).toEqual(['`b[data-testid="badge"]` moved by 4px 0px']);
  });

  test('margins that are auto follow the width', () => {
    const column = (width: number) =>
      page([
        {
          tag: 'main',
          style: { margin: `0px ${(800 - width) / 2}px` },
          box: [(800 - width) / 2, 0, width, 500],
        },
      ]);
    expect(textsOf(column(501), column(605))).toEqual(['Width 501px → 605px on `main`']);
  });

  test('beside a margin that is auto, another one that was written is a cause', () => {
    const badge = (top: number) =>
      page([
        { tag: 'b', testId: 'badge', style: { margin: `${top}px 0px 0px 613.5px` }, box: [614, top, 80, 20] },
      ]);
    expect(textsOf(badge(0), badge(8))).toEqual([
      expect.stringMatching(/^`margin-top` 0px → 8px on `b\[data-testid="badge"\]`/),
    ]);
  });
});

describe('the signature', () => {
  const signatures = (before: Element[], after: Element[]) =>
    diffLayouts(page(before), page(after)).causes.map(({ signature }) => signature);
  const banner = (text: string, more: Partial<Element> = {}): Element => ({
    tag: 'aside',
    classes: 'banner',
    children: [{ tag: 'p', text, ...more }],
  });

  test.each<[string, (element: Element) => string[]]>([
    ['was added', (element) => signatures([button('Save')], [element, button('Save')])],
    ['was removed', (element) => signatures([button('Save'), element], [button('Save')])],
    [
      'changed places',
      (element) =>
        signatures([button('Save'), button('Close'), element], [element, button('Save'), button('Close')]),
    ],
  ])('of an element that %s is that of what it says', (_, of) => {
    expect(of(banner('Sale'))).toHaveLength(1);
    expect(of(banner('Sale'))).toEqual(of(banner('Sale')));
    expect(of(banner('Sale'))).not.toEqual(of(banner('Error')));
    expect(of(banner('', { kind: 'image', image: 'a.png' }))).not.toEqual(
      of(banner('', { kind: 'image', image: 'b.png' })),
    );
  });

  test('of an element that was added tells whether values changed beside it', () => {
    const card = (space: number): Element => ({ tag: 'p', style: { padding: `${space}px` }, text: 'Card' });
    const added = (space: number) => signatures([card(8), card(8)], [banner('Sale'), card(space), card(8)]);
    expect(added(8)).toHaveLength(1);
    expect(added(12)).toHaveLength(1);
    expect(added(12)).toEqual(added(12));
    expect(new Set([...added(8), ...added(12), ...added(16)]).size).toBe(3);
  });

  test('is the same in each build, and for as many elements as there are', () => {
    const hashed = (hash: string) => button('New', { classes: `Banner_root__${hash}` });
    const one = signatures([], [hashed('x3f9A')]);
    expect(signatures([], [hashed('k7g2B')])).toEqual(one);
    expect(signatures([], [hashed('x3f9A'), hashed('x3f9A')])).toEqual(one);
  });
});

test('records that were cut off say so', () => {
  expect(diffLayouts(page([], { partial: 'nodes' }), page([])).isPartial).toBe(true);
  expect(diffLayouts(page([]), page([])).isPartial).toBe(false);
});

test('pages may be as deep as records are long', () => {
  const deep = (width: number) => {
    const record = page([]);
    const [html] = record.nodes;
    if (!html) throw new Error('a page has a root');
    const nodes = Array.from({ length: 4_999 }, (_, place): typeof html => {
      return [place, html[1], html[2], 0, 0, place < 4_998 ? 800 : width, 10];
    });
    return { ...record, nodes: [html, ...nodes] };
  };
  expect(textsOf(deep(10), deep(20))).toEqual(['Width 10px → 20px on `html`']);
  expect(textsOf(deep(10), page([]))).toHaveLength(2);
});

test.each([8, 24, 40])(
  'a value that changed at %d cards is a cause beside the element that was added before their list',
  (count) => {
    const list = (padding: string) => ({
      tag: 'main',
      children: Array.from({ length: count }, (_, at) => ({
        tag: 'section',
        classes: 'card',
        text: `card ${at}`,
        style: { padding },
      })),
    });
    const banner = { tag: 'aside', classes: 'banner', text: 'New' };
    expect(textsOf(page([list('8px')]), page([banner, list('12px')])).sort()).toEqual([
      '`aside.banner "New"` was added',
      `\`padding\` 8px → 12px on ${count} elements \`card\``,
    ]);
  },
);

test.each([
  [1, 5],
  [2, 20],
  [9, 3],
])(
  'cells of the last of %d rows, of %d columns, lose their border because a row was added',
  (rows, columns) => {
    const table = (count: number) => ({
      tag: 'table',
      children: Array.from({ length: count }, (_row, row) => ({
        tag: 'tr',
        children: Array.from({ length: columns }, (_cell, column) => ({
          tag: 'td',
          classes: 'cell',
          text: `${row}/${column}`,
          style: { padding: row === count - 1 ? '0px' : '4px' },
        })),
      })),
    });
    expect(textsOf(page([table(rows)]), page([table(rows + 1)]))).toEqual([
      expect.stringMatching(/^`tr[^`]*` was added/),
    ]);
  },
);

test('rows that go with what was in them are not a cause', () => {
  const form = (rows: string, texts: string[]) => ({
    tag: 'form',
    style: { display: 'grid', 'grid-template-rows': rows },
    children: texts.map((text) => button(text)),
  });
  const before = page([form('52.5px 67px 40px', ['Name', 'Date', 'Send'])]);
  const after = page([form('52.5px 67px', ['Name', 'Date'])]);
  expect(textsOf(before, after)).toEqual(['`button.Button_root "Send"` was removed or hidden']);
  const other = page([form('52.5px 99px 40px 10px', ['Name', 'Date', 'Send'])]);
  expect(textsOf(before, other)).toEqual([expect.stringContaining('grid-template-rows')]);
});

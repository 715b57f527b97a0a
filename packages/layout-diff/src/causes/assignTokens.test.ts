import { describe, expect, test } from 'vitest';
import { button, page, textsOf } from '../../testing/buildPage.js';
import type { Page } from '../../testing/buildRecord.js';
import { diffLayouts } from '../diffLayouts.js';

describe('custom properties', () => {
  const themed = (color: string, customProperties: Page['customProperties']) =>
    page(
      [
        button('Save', { style: { 'background-color': color } }),
        { tag: 'a', text: 'More', style: { color } },
        {
          tag: 'p',
          classes: 'note',
          style: {
            'border-width': '1px',
            'border-color': color.replace('rgb(', 'rgba(').replace(')', ', 0.5)'),
          },
        },
      ],
      customProperties ? { customProperties } : {},
    );

  test('explain the values that hold them', () => {
    const [before, after] = [
      themed('rgb(0, 102, 255)', { '--color-primary': '#0066ff', '--gap': '4px' }),
      themed('rgb(0, 85, 221)', { '--color-primary': '#05d', '--gap': '4px' }),
    ];
    expect(textsOf(before, after)).toEqual(['`--color-primary` #0066ff → #05d, in 3 elements']);
  });

  test('that only refer to another one are not a cause', () => {
    const [before, after] = [
      themed('rgb(0, 102, 255)', {
        '--a-button': ['#0066ff', 'var(--z-very-long-primary)'],
        '--z-very-long-primary': '#0066ff',
      }),
      themed('rgb(0, 85, 221)', {
        '--a-button': ['#0055dd', 'var(--z-very-long-primary)'],
        '--z-very-long-primary': '#0055dd',
      }),
    ];
    expect(textsOf(before, after)).toEqual(['`--z-very-long-primary` #0066ff → #0055dd, in 3 elements']);
  });

  test('explain shadows and mixed colors', () => {
    const shaded = (shadow: string, computed: string, mixed: string) =>
      page([button('Save', { style: { 'box-shadow': computed, 'background-color': mixed } })], {
        customProperties: { '--ink': mixed.includes('0.1') ? '#123456' : '#654321', '--shadow': shadow },
      });
    expect(
      textsOf(
        shaded(
          '0 1px 2px rgb(16 24 40 / 6%)',
          'rgba(16, 24, 40, 0.06) 0px 1px 2px 0px',
          'oklab(0.1 0 0 / 0.5)',
        ),
        shaded(
          '0 3px 2px rgb(16 24 40 / 6%)',
          'rgba(16, 24, 40, 0.06) 0px 3px 2px 0px',
          'oklab(0.2 0 0 / 0.5)',
        ),
      ),
    ).toEqual([
      '`--ink` #123456 → #654321, in 1 element',
      '`--shadow` 0 1px 2px rgb(16 24 40 / 6%) → 0 3px 2px rgb(16 24 40 / 6%), in 1 element',
    ]);
    const mixed = (color: string, computed: string) =>
      page([button('Save', { style: { 'background-color': computed } })], {
        customProperties: { '--accent': color },
      });
    expect(
      textsOf(mixed('#ff0000', 'color(srgb 1 0 0 / 0.4)'), mixed('#00ff00', 'color(srgb 0 1 0 / 0.4)')),
    ).toEqual(['`--accent` #ff0000 → #00ff00, in 1 element']);
  });

  test('explain lengths in rem and multiples of them', () => {
    const cards = (gap: number) =>
      page(
        [
          { tag: 'div', classes: 'a', style: { padding: `${gap * 16}px` } },
          { tag: 'div', classes: 'b', style: { margin: `${gap * 32}px 0px` } },
        ],
        { customProperties: { '--space': `${gap}rem` } },
      );
    expect(textsOf(cards(0.5), cards(0.75))).toEqual(['`--space` 0.5rem → 0.75rem, in 2 elements']);
  });

  test('that nothing uses are told only where there is nothing else', () => {
    const unused = (value: string, text: string) =>
      page([button(text)], { customProperties: { '--x': value } });
    expect(textsOf(unused('1px', 'a'), unused('2px', 'a'))).toEqual([
      '`--x` 1px → 2px, not seen in any style',
    ]);
    expect(textsOf(unused('1px', 'a'), unused('2px', 'b'))).toHaveLength(1);
  });
});

describe('a custom property of which the page tells what is set from it', () => {
  type Style = Record<string, string>;
  const spaced = (space: number, style: Style, uses?: string[]) =>
    page([{ tag: 'p', style }], {
      customProperties: { '--space': `${space}px` },
      ...(uses && { uses: { '--space': uses } }),
    });
  const kindsOf = (before: Style, after: Style, uses: { before?: string[]; after?: string[] }) =>
    diffLayouts(spaced(8, before, uses.before), spaced(16, after, uses.after)).causes.map(({ kind }) => kind);
  const padding = [{ padding: '8px' }, { padding: '16px' }] as const;

  test.each([
    ['itself', 'padding'],
    ['a longhand of each side', 'padding-top padding-right padding-bottom padding-left'],
    ['sides by the direction of text', 'padding-inline padding-block'],
    ['a length of everything', 'zoom'],
  ])('explains a property that is set by %s', (_name, names) => {
    const uses = names.split(' ');
    expect(kindsOf(...padding, { before: uses, after: uses })).toEqual(['customProperty']);
  });

  test.each([
    ['another property', 'margin'],
    ['one of its sides', 'padding-left'],
    ['nothing', ''],
  ])('does not explain a property where it sets %s', (_name, names) => {
    const uses = names.split(' ').filter(Boolean);
    expect(kindsOf(...padding, { before: uses, after: uses })).toEqual(['style']);
  });

  test('explains the one side that it sets', () => {
    const [before, after] = [{ margin: '8px 8px 8px 8px' }, { margin: '8px 8px 8px 16px' }];
    for (const [name, kind] of [
      ['margin-left', 'customProperty'],
      ['margin-top', 'style'],
    ] as const)
      expect(kindsOf(before, after, { before: [name], after: [name] })).toEqual([kind]);
  });

  test('has to set a property on both pages, as far as both tell', () => {
    expect(kindsOf(...padding, { before: ['padding'], after: [] })).toEqual(['style']);
    expect(kindsOf(...padding, { before: [], after: ['padding'] })).toEqual(['style']);
    expect(kindsOf(...padding, { after: ['padding'] })).toEqual(['customProperty']);
    expect(kindsOf(...padding, { after: ['margin'] })).toEqual(['style']);
  });

  test.each([
    ['border-color', 'rgb(1, 2, 3)', 'border border-top border-right border-bottom border-left'],
    ['border-width', '1px', 'border-inline border-block-width'],
    ['border-radius', '4px', 'border-start-start-radius'],
    ['background-image', 'none', 'background'],
    ['font-size', '12px', 'font'],
    ['gap', '1px', 'grid-gap'],
    ['mask-image', 'none', '-webkit-mask'],
    ['justify-content', 'normal', 'place-content'],
  ] as const)('explains %s by its shorthands', (property, from, names) => {
    const to = property.endsWith('color') ? 'rgb(3, 2, 1)' : property.endsWith('image') ? 'url(a)' : '33px';
    const styled = (value: string) =>
      page([{ tag: 'p', style: { 'border-width': '1px', 'border-style': 'solid', [property]: value } }], {
        customProperties: { '--t': value },
        uses: { '--t': names.split(' ') },
      });
    expect(diffLayouts(styled(from), styled(to)).causes).toMatchObject([{ property: '--t' }]);
  });

  test('a radius is not set with the border of a side', () => {
    const styled = (value: string) =>
      page([{ tag: 'p', style: { 'border-radius': `${value} 0px 0px` } }], {
        customProperties: { '--t': value },
        uses: { '--t': ['border-top'] },
      });
    expect(diffLayouts(styled('4px'), styled('8px')).causes).toMatchObject([
      { property: 'border-top-left-radius' },
    ]);
  });
});

describe('a number without a unit', () => {
  const scaled = (scale: number, sizes: readonly number[]) =>
    page(
      sizes.map((size) => ({ tag: 'p', style: { 'font-size': `${size * scale}px` } })),
      { customProperties: { '--scale': `${scale}` } },
    );

  test('explains several values that it enlarges', () => {
    expect(textsOf(scaled(1, [10, 20]), scaled(2, [10, 20]))).toEqual(['`--scale` 1 → 2, in 2 elements']);
  });

  test('does not explain the one value that grew as much', () => {
    expect(textsOf(scaled(1, [10, 10]), scaled(2, [10, 10]))).toEqual([
      '`font-size` 10px → 20px on 2 elements',
    ]);
  });
});

describe('custom properties of a page that makes comparisons long', () => {
  const pictured = (image: string) =>
    page([{ tag: 'p', style: { 'background-image': image } }], { customProperties: { '--image': image } });

  test('are compared up to a length', () => {
    const kinds = (length: number) =>
      diffLayouts(pictured('a'.repeat(length)), pictured('b'.repeat(length))).causes.map(({ kind }) => kind);
    expect(kinds(2_000)).toEqual(['customProperty']);
    expect(kinds(2_001)).toEqual(['style']);
  });

  test('are compared up to a number', () => {
    const many = (color: string, side: string) =>
      page(
        Array.from({ length: 300 }, (_, place) => ({
          tag: 'p',
          id: `p${String.fromCharCode(97 + (place % 26), 97 + Math.floor(place / 26))}`,
          style: { padding: `${place}.${side}px`, color },
        })),
        {
          customProperties: Object.fromEntries(
            Array.from({ length: 1_000 }, (_, place) => [`--t${place}`, `image-${place} ${side}`]).concat([
              ['--a', color],
              ['--z', color],
            ]),
          ),
        },
      );
    const { causes } = diffLayouts(many('rgb(1, 1, 1)', '1'), many('rgb(2, 2, 2)', '2'));
    expect(causes.filter(({ kind }) => kind === 'customProperty')).toMatchObject([
      { property: '--a', count: 300 },
    ]);
  });
});

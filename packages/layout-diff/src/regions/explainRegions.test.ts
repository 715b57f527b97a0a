import { describe, expect, test } from 'vitest';
import { buildRecord, type Element, type Page } from '../../testing/buildRecord.js';
import { diffLayouts } from '../diffLayouts.js';
import { explainRegions } from './explainRegions.js';

const page = (children: Element[], more: Omit<Page, 'root'> = {}) =>
  buildRecord({ ...more, root: { tag: 'html', box: [0, 0, 400, 400], children } });
const card = (more: Partial<Element>): Element => ({
  tag: 'div',
  classes: 'card',
  box: [10, 10, 100, 50],
  ...more,
});
const region = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const explain = (
  before: Parameters<typeof diffLayouts>[0],
  after: typeof before,
  regions: ReturnType<typeof region>[],
) => explainRegions(diffLayouts(before, after), regions);

describe('a cause explains', () => {
  const red = card({ style: { 'background-color': 'rgb(255, 0, 0)' } });
  test('what it draws, and nothing beside it', () => {
    expect(
      explain(page([card({})]), page([red]), [region(10, 10, 100, 50), region(200, 200, 20, 20)]),
    ).toEqual({
      regionsOf: [[0]],
      isWhole: [false],
      unexplained: [{ region: 1, kind: 'rendering' }],
    });
  });

  test('all of the page by the background of its body', () => {
    const themed = (color: string) =>
      page([{ tag: 'body', box: [8, 8, 384, 20], style: { 'background-color': color } }]);
    expect(
      explain(themed('rgb(255, 255, 255)'), themed('rgb(9, 9, 9)'), [region(0, 0, 800, 800)]),
    ).toMatchObject({ isWhole: [true], unexplained: [] });
  });

  test('regions in pixels of an image that is of an element, at another scale', () => {
    const at = { scale: 2, origin: [10, 10] as [number, number] };
    expect(explain(page([card({})], at), page([red], at), [region(0, 0, 200, 100)])).toMatchObject({
      isWhole: [true],
      unexplained: [],
    });
  });

  test('the frame of a box by its border, and not what is in it', () => {
    const bordered = (color: string) =>
      page([card({ box: [10, 10, 200, 200], style: { 'border-width': '2px', 'border-color': color } })]);
    const [before, after] = [bordered('rgb(1, 1, 1)'), bordered('rgb(99, 1, 1)')];
    expect(explain(before, after, [region(8, 8, 204, 4)]).isWhole).toEqual([true]);
    expect(explain(before, after, [region(60, 60, 80, 80)]).isWhole).toEqual([false]);
  });

  test('where things were and are that it moved', () => {
    const below = (y: number): Element => ({ tag: 'p', text: 'below', box: [10, y, 100, 20] });
    const grown = (padding: number) =>
      page([
        card({ style: { padding: `${padding}px` }, box: [10, 10, 100, 50 + 2 * padding] }),
        below(60 + 2 * padding),
      ]);
    expect(explain(grown(0), grown(10), [region(10, 60, 100, 40), region(10, 300, 100, 40)])).toMatchObject({
      regionsOf: [[0]],
      unexplained: [{ region: 1 }],
    });
  });

  test('texts that inherit a color, and not the background behind them', () => {
    const text = (color: string) =>
      page([
        card({
          box: [0, 0, 400, 400],
          style: { color },
          children: [{ tag: 'p', text: 'Hello', box: [0, 0, 60, 20] }],
        }),
      ]);
    const [before, after] = [text('rgb(1, 1, 1)'), text('rgb(9, 9, 9)')];
    expect(explain(before, after, [region(0, 0, 60, 20)]).isWhole).toEqual([true]);
    expect(explain(before, after, [region(100, 100, 60, 20)]).isWhole).toEqual([false]);
  });
});

describe('a cause explains no result alone', () => {
  const whole = region(0, 0, 400, 400);
  const button = (text: string, color: string) => card({ text, style: { 'background-color': color } });
  const blue = 'rgb(0, 0, 255)';

  test('where another one draws in the same region', () => {
    const [before, after] = [page([button('Save', blue)]), page([button('Store', 'rgb(9, 9, 9)')])];
    expect(explain(before, after, [region(10, 10, 100, 50)])).toMatchObject({
      regionsOf: [[0], [0]],
      isWhole: [false, false],
      unexplained: [],
    });
  });

  test('where another one draws a small part of what it moved', () => {
    const moved = (y: number, text: string) =>
      page([
        card({ style: { padding: `${y}px` }, box: [0, 0, 400, y] }),
        {
          tag: 'main',
          box: [0, y, 400, 300],
          children: [
            { tag: 'p', text: 'A long text that is always the same', box: [0, y, 400, 280] },
            { tag: 'small', text, box: [1, y + 281, 4, 4] },
          ],
        },
      ]);
    const { isWhole } = explain(moved(20, '1'), moved(40, '2'), [whole]);
    expect(isWhole).toEqual([false, false]);
    expect(explain(moved(20, '1'), moved(40, '1'), [whole]).isWhole).toEqual([true]);
  });

  test('where a record was cut off', () => {
    const [before, after] = [page([button('Save', blue)]), page([card({ text: 'Save' })])];
    expect(explain(before, after, [region(10, 10, 100, 50)]).isWhole).toEqual([true]);
    expect(explain(before, { ...after, partial: 'nodes' }, [region(10, 10, 100, 50)]).isWhole).toEqual([
      false,
    ]);
  });

  test('unless nobody sees the other one', () => {
    const link = (color: string, busy: string) =>
      card({ style: { 'background-color': color }, attributes: { 'aria-busy': busy } });
    const [before, after] = [page([link(blue, 'true')]), page([link('rgb(9, 9, 9)', 'false')])];
    expect(explain(before, after, [region(10, 10, 100, 50)])).toMatchObject({
      regionsOf: [[0], []],
      isWhole: [true, false],
    });
  });
});

describe('what no cause explains', () => {
  test.each(['image', 'canvas', 'video', 'frame'] as const)('is in %s', (kind) => {
    const drawn = page([{ tag: 'div', kind, box: [0, 0, 100, 100] }]);
    expect(explain(drawn, drawn, [region(20, 20, 50, 50)]).unexplained).toEqual([{ region: 0, kind }]);
  });

  test('is not recorded, where a record was cut off', () => {
    const cut = page([card({})], { partial: 'nodes' });
    expect(explain(cut, cut, [region(0, 0, 10, 10)]).unexplained).toEqual([
      { region: 0, kind: 'notRecorded' },
    ]);
  });

  test('is the rendering, where nothing else differs', () => {
    const same = page([card({})]);
    expect(explain(same, same, [region(10, 10, 5, 5)])).toEqual({
      regionsOf: [],
      isWhole: [],
      unexplained: [{ region: 0, kind: 'rendering' }],
    });
  });
});

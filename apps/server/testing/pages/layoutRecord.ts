import { type LayoutRecord, recordedProperties } from '@svc/layout-diff';

/** A record of a page that shows some paragraphs, each with a text of its own. */
export function layoutRecord(texts: readonly string[]): LayoutRecord {
  const strings = ['p', 'x', ...texts];
  return {
    version: 1,
    scale: 1,
    origin: [0, 0],
    size: [100, 100],
    strings,
    styles: [recordedProperties.map(() => 1)],
    customProperties: [],
    fonts: [1],
    nodes: texts.map((_text, index) => [-1, 0, 0, 0, index * 20, 100, 20, { text: index + 2 }]),
  };
}

/** In CSS pixels, which are those of the image. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Elements of a page by their class: their background, and where they are; on the whole page unless said. */
export type ColoredPage = Record<string, { color: string; box?: PageBox }>;

/** The layout record of a page whose elements have nothing but a background. */
export function recordColors(page: ColoredPage, [width, height]: [number, number]): LayoutRecord {
  const strings = ['div', 'auto', ...Object.keys(page), ...Object.values(page).map(({ color }) => color)];
  const count = Object.keys(page).length;
  const whole = { x: 0, y: 0, width, height };
  return {
    version: 1,
    scale: 1,
    origin: [0, 0],
    size: [width, height],
    strings,
    styles: Object.keys(page).map((_, place) =>
      recordedProperties.map((property) => (property === 'background-color' ? 2 + count + place : 1)),
    ),
    customProperties: [],
    fonts: [],
    nodes: Object.values(page).map(({ box = whole }, place) => {
      return [-1, 0, place, box.x, box.y, box.width, box.height, { classes: [2 + place] }];
    }),
  };
}

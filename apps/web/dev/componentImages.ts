/** Drawings of made-up components, as SVG. `version` 1 differs from 0 in a way that a reviewer can see. */
export interface Drawing {
  width: number;
  height: number;
  svg: string;
}

const ink = '#1d2433';
const soft = '#6b7385';

const text = (x: number, y: number, size: number, words: string, color = ink, weight = 400) =>
  `<text x="${x}" y="${y}" font-family="Liberation Sans, DejaVu Sans, sans-serif" font-size="${size}" font-weight="${weight}" fill="${color}">${words}</text>`;

const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;

const page = (width: number, height: number, background: string, content: string): Drawing => ({
  width,
  height,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${box(0, 0, width, height, background)}${content}</svg>`,
});

const button = (hue: number, version: number) =>
  page(
    320,
    120,
    '#ffffff',
    box(40, 34, version ? 216 : 200, 52, `hsl(${hue} 62% ${version ? 40 : 46}%)`, version ? 14 : 10) +
      text(84, 66, 18, 'Place order', '#ffffff', 700),
  );

const card = (hue: number, version: number) =>
  page(
    640,
    420,
    '#f4f5f8',
    box(60, 40, 520, 340, '#ffffff', 18, 'stroke="#dde0e8"') +
      box(60, 40, 520, 150, `hsl(${hue} 55% ${version ? 62 : 70}%)`, 18) +
      text(88, 240, 26, 'Autumn collection', ink, 700) +
      text(88, 276, 16, 'Warm layers and quiet colors for the', soft) +
      text(88, 300, 16, version ? 'colder half of the year.' : 'cold half of the year.', soft) +
      box(88, 326, 120, 36, ink, version ? 18 : 8) +
      text(112, 350, 15, 'Shop now', '#ffffff', 700),
  );

const form = (hue: number, version: number) =>
  page(
    480,
    version ? 440 : 420,
    '#ffffff',
    ['Name', 'E-mail', 'Password']
      .map((label, index) => {
        const y = 40 + index * (version ? 98 : 92);
        return (
          text(40, y + 14, 15, label, ink, 700) +
          box(
            40,
            y + 24,
            400,
            44,
            '#ffffff',
            8,
            `stroke="${index === 1 ? `hsl(${hue} 70% 50%)` : '#c8cdd8'}" stroke-width="2"`,
          ) +
          text(54, y + 52, 15, ['Ada Lovelace', 'ada@example.com', '••••••••••'][index] ?? '', soft)
        );
      })
      .join('') +
      box(40, version ? 352 : 334, 400, 48, `hsl(${hue} 62% ${version ? 36 : 44}%)`, 8) +
      text(180, version ? 382 : 364, 17, 'Create account', '#ffffff', 700),
  );

const chart = (hue: number, version: number) =>
  page(
    800,
    440,
    '#ffffff',
    text(40, 56, 22, 'Revenue', ink, 700) +
      text(40, 82, 15, 'Last twelve months', soft) +
      Array.from({ length: 12 }, (_, month) => {
        const height = 60 + ((month * 37 + hue) % 190) + (version && month === 8 ? 44 : 0);
        return box(48 + month * 60, 390 - height, 36, height, `hsl(${hue} 60% ${month === 8 ? 42 : 62}%)`, 6);
      }).join('') +
      box(40, 390, 720, 1, '#d5d9e2'),
  );

const dashboard = (hue: number, version: number) =>
  page(
    1280,
    900,
    '#f4f5f8',
    box(0, 0, 240, 900, '#171b26') +
      text(36, 56, 22, 'Northwind', '#ffffff', 700) +
      ['Overview', 'Orders', 'Customers', 'Reports', 'Settings']
        .map((label, index) => text(36, 118 + index * 42, 16, label, index === 1 ? '#ffffff' : '#9aa3b5'))
        .join('') +
      text(280, 70, 28, 'Orders', ink, 700) +
      [0, 1, 2]
        .map(
          (index) =>
            box(280 + index * 320, 104, 296, 128, '#ffffff', 14, 'stroke="#e2e5ec"') +
            text(304 + index * 320, 146, 15, ['Open', 'Shipped', 'Returned'][index] ?? '', soft) +
            text(
              304 + index * 320,
              196,
              36,
              ['128', version ? '1,044' : '1,024', '17'][index] ?? '',
              ink,
              700,
            ),
        )
        .join('') +
      box(280, 264, 936, 580, '#ffffff', 14, 'stroke="#e2e5ec"') +
      Array.from({ length: 10 }, (_, row) => {
        const y = 312 + row * 52;
        return (
          text(308, y, 15, `#${10_482 + row}`, soft) +
          text(
            420,
            y,
            15,
            ['A. Lovelace', 'G. Hopper', 'K. Johnson', 'A. Turing', 'D. Knuth'][row % 5] ?? '',
          ) +
          text(700, y, 15, `${(row * 37 + 12) % 300}.00 €`) +
          box(900, y - 20, 92, 28, `hsl(${row % 3 === version ? 28 : hue} 60% 90%)`, 14) +
          text(
            920,
            y - 1,
            14,
            row % 3 === version ? 'Waiting' : 'Paid',
            `hsl(${row % 3 === version ? 28 : hue} 60% 28%)`,
          )
        );
      }).join(''),
  );

const article = (hue: number, version: number) =>
  page(
    390,
    1_900,
    '#ffffff',
    box(0, 0, 390, 220, `hsl(${hue} 45% 58%)`) +
      text(24, 268, 28, 'On keeping images', ink, 700) +
      text(24, 300, 14, 'Seven minutes to read', soft) +
      Array.from({ length: 48 }, (_, line) =>
        box(
          24,
          340 + line * 30,
          342 - ((line * 53) % 90),
          10,
          version && line === 20 ? `hsl(${hue} 60% 60%)` : '#d9dde6',
          5,
        ),
      ).join(''),
  );

/** The smallest image there is. */
const pixel = (hue: number, version: number) => page(1, 1, `hsl(${hue} 60% ${version ? 40 : 70}%)`, '');

/** A page that is as long as pages get. */
const tower = (hue: number, version: number) =>
  page(
    1280,
    20_000,
    '#ffffff',
    Array.from({ length: 100 }, (_, index) =>
      box(80, 60 + index * 200, 1120, 140, `hsl(${hue} 50% ${index === 98 && version ? 40 : 88}%)`, 12),
    ).join(''),
  );

/** Two changes, far from each other. */
const pair = (hue: number, version: number) =>
  page(
    640,
    420,
    '#ffffff',
    text(40, 240, 26, 'Autumn collection', ink, 700) +
      box(40, 30, 120, 40, `hsl(${hue} 60% ${version ? 40 : 70}%)`) +
      box(440, 340, 120, 40, `hsl(${hue} 60% ${version ? 70 : 40}%)`),
  );

/** Lines of text of which the second version has twenty rows more, from row 300 on. */
const rows = (hue: number, version: number) =>
  page(
    390,
    version ? 620 : 600,
    '#ffffff',
    Array.from({ length: 60 }, (_, line) =>
      box(
        20,
        line * 10 + (version && line >= 30 ? 20 : 0) + 1,
        60 + ((line * 53) % 280),
        7,
        `hsl(${(hue + line * 6) % 360} 40% 60%)`,
      ),
    ).join('') + (version ? box(0, 300, 390, 20, `hsl(${hue} 60% 40%)`) : ''),
  );

/** What components look like, and what nobody expects them to. */
export const drawings = { button, card, form, chart, dashboard, article, pixel, tower, pair, rows };
export type DrawingName = keyof typeof drawings;

import sharp from 'sharp';

const width = 640;
const ink = '#343a40';

/** A PNG of blocks one below another, `{height, svg}` each. Bars stand for text, so that no font matters. */
export function drawPage(blocks, { height, pageWidth = width } = {}) {
  let y = 0;
  const placed = blocks.map((block) => {
    const group = `<g transform="translate(0 ${y})">${block.svg}</g>`;
    y += block.height;
    return group;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${height ?? y}">
    <rect width="100%" height="100%" fill="#f8f9fa"/>${placed.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

const rect = (x, y, w, h, fill, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;

/** A line of words, which a seed chooses. */
function words(x, y, length, seed, fill = ink, size = 7) {
  const drawn = [];
  for (let end = x, i = 0; i < length; i++) {
    const word = 14 + ((seed * 37 + i * i * 11 + i * 23) % 34);
    drawn.push(rect(end, y, word, size, fill, 2));
    end += word + 7;
  }
  return drawn.join('');
}

export const navigation = (color = '#1c7ed6') => ({
  height: 56,
  svg: `${rect(0, 0, width, 56, color)}<circle cx="36" cy="28" r="13" fill="#fff"/>${words(64, 24, 3, 2, '#fff')}
    ${rect(536, 15, 80, 26, '#fff', 13)}`,
});

export const banner = (height, color = '#ffd43b') => ({
  height,
  svg: `${rect(0, 0, width, height, color)}${words(24, height / 2 - 4, 9, 5)}`,
});

/** Blocks to the right of a sidebar. */
export function beside(sidebarWidth, blocks) {
  let height = 0;
  const content = blocks.map((block) => {
    const group = `<g transform="translate(${sidebarWidth} ${height})">${block.svg}</g>`;
    height += block.height;
    return group;
  });
  const links = [0, 1, 2, 3].map((i) => words(16, 30 + i * 40, 2, i + 3, '#adb5bd'));
  return {
    height,
    svg: `${rect(0, 0, sidebarWidth, height, '#343a40')}${links.join('')}${content.join('')}`,
  };
}

/** A badge, upper left corner at x and y, on empty space. */
export const badge = (height, x, y) => ({
  height,
  svg: `<g transform="translate(${x} ${y})">${rect(0, 0, 150, 64, '#e8590c', 10)}${words(16, 26, 3, 6, '#fff', 11)}</g>`,
});

export const space = (height) => ({ height, svg: '' });

export const footer = () => ({
  height: 120,
  svg: `${rect(0, 0, width, 120, '#212529')}${[0, 1, 2].map((i) => words(40 + i * 200, 30, 2, i + 4, '#adb5bd') + words(40 + i * 200, 54, 3, i + 9, '#868e96')).join('')}
    ${words(40, 96, 4, 1, '#495057')}`,
});

/** A card with an image, text and a button. */
export function card(seed, { button = '#1c7ed6', price = 3 } = {}) {
  const hue = (seed * 67) % 360;
  const id = `g${seed}`;
  return {
    height: 170,
    svg: `<defs><linearGradient id="${id}"><stop stop-color="hsl(${hue} 70% 55%)"/><stop offset="1" stop-color="hsl(${hue + 60} 65% 75%)"/></linearGradient></defs>
      ${rect(24, 10, width - 48, 150, '#fff', 12)}${rect(40, 26, 170, 118, `url(#${id})`, 8)}
      ${words(230, 32, 4, seed, ink, 11)}${[0, 1, 2].map((i) => words(230, 58 + i * 15, 6, seed * 5 + i, '#868e96')).join('')}
      ${rect(230, 112, 110, 32, button, 8)}${words(252, 124, 2, 1, '#fff')}${words(500, 124, price, seed, '#c2255c', 11)}`,
  };
}

/** Dots all over, as an unsteady chart or image makes them. */
export const specks = (height, seed) => ({
  height,
  svg:
    rect(24, 10, width - 48, height - 20, '#fff', 12) +
    Array.from({ length: 260 }, (_, i) =>
      rect(40 + ((i * 197 + seed * (i % 3)) % 550), 24 + ((i * 89 + seed) % (height - 50)), 3, 3, '#5f3dc4'),
    ).join(''),
});

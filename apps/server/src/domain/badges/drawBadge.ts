import type { BadgeState } from './badgeState.js';

const colors: Readonly<Record<BadgeState, string>> = {
  passing: '#2da44e',
  pending: '#9a6700',
  failed: '#cf222e',
  unknown: '#6e7781',
};

/** Pixels: of the badge, of a character on average, and beside each text. */
const height = 20;
const characterWidth = 6.5;
const padding = 6;

/** Characters of the label that are shown. */
const longestLabel = 60;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inXml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** A badge as SVG: the label on gray, the state on its color. Each text is stretched to the room that it has. */
export function drawBadge(label: string, state: BadgeState): string {
  const characters = [...label];
  const shown = characters.length > longestLabel ? `${characters.slice(0, longestLabel).join('')}…` : label;
  const widthOf = (text: string) => Math.ceil([...text].length * characterWidth);
  const labelWidth = widthOf(shown) + 2 * padding;
  const width = labelWidth + widthOf(state) + 2 * padding;
  const write = (text: string, x: number) =>
    `<text x="${x + padding}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${inXml(text)}</text>`;
  const title = `${inXml(shown)}: ${state}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="3"/></clipPath>`,
    '<g clip-path="url(#r)">',
    `<rect width="${labelWidth}" height="${height}" fill="#444c56"/>`,
    `<rect x="${labelWidth}" width="${width - labelWidth}" height="${height}" fill="${colors[state]}"/>`,
    '</g>',
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    write(shown, 0),
    write(state, labelWidth),
    '</g>',
    '</svg>',
  ].join('');
}

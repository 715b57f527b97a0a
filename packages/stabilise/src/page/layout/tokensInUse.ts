import type { TextTable } from './LayoutSteps.js';

/**
 * The names of custom properties that are worth recording. Design systems declare thousands; of so many, only those count whose
 * value some node of the page has.
 */
export function tokensInUse(values: ReadonlyMap<string, string>, texts: TextTable): ReadonlySet<string> {
  const mostUnasked = 100;
  const mostNames = 1_000;
  const names = new Set<string>();
  if (values.size <= mostUnasked) {
    values.forEach((_value, name) => {
      names.add(name);
    });
    return names;
  }
  const brush = document.createElement('canvas').getContext('2d');
  const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  /** As computed values have it, which is not how canvases write it. */
  const colorOf = (value: string): string => {
    if (!brush || !/^(#|rgb|hsl|hwb|[a-z]+$)/i.test(value)) return value;
    brush.fillStyle = '#010203';
    brush.fillStyle = value;
    const color = brush.fillStyle;
    if (color.charAt(0) !== '#') return color;
    const number = Number.parseInt(color.slice(1), 16);
    return color === '#010203' ? value : `rgb(${number >> 16}, ${(number >> 8) & 255}, ${number & 255})`;
  };
  const lengthOf = (value: string): string =>
    /^-?[\d.]+rem$/.test(value) ? `${Number.parseFloat(value) * rootSize}px` : value;
  values.forEach((value, name) => {
    if (
      names.size < mostNames &&
      (texts.has(value) || texts.has(colorOf(value)) || texts.has(lengthOf(value)))
    )
      names.add(name);
  });
  return names;
}

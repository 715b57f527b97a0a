import { namedColors } from './namedColors.js';
import { splitAtSpaces } from './sides.js';

/** A color as red, green, blue (0 to 255) and opacity (0 to 1). */
type Color = [red: number, green: number, blue: number, alpha: number];

const colorAt =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?)\([^()]*\)|\bcolor\(srgb [^()]*\)|(?<![\w-])[a-z]+(?![\w(-])/gi;

/**
 * A value in one spelling, whether a style sheet or the browser wrote it: colors as `color(r g b a)`, `rem` as pixels, zeros
 * with a unit as `0px`.
 */
export function canonicalValue(value: string, rem: number): string {
  return orderShadows(spell(value, rem));
}

const spell = (value: string, rem: number): string =>
  value
    .trim()
    .replace(colorAt, (text) => {
      const color = parseColor(text);
      return color ? ` color(${color.join(' ')}) ` : text;
    })
    .replace(/(?<![\w#.-])(-?[\d.]+)rem\b/g, (_, number: string) => `${round(Number(number) * rem)}px`)
    .replace(
      /(?<![\w#.-])(-?)0*(\.?\d[\d.]*)/g,
      (_, sign: string, number: string) => `${sign}${round(Number(number))}`,
    )
    .replace(/["']/g, '')
    .replace(/\s*([,()/])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Shadows with their color first and all four lengths, as browsers compute them. */
function orderShadows(value: string): string {
  const parts = splitAtCommas(value).map(splitAtSpaces);
  const isShadow = (words: readonly string[]) =>
    words.length >= 3 &&
    words.filter((word) => word.startsWith('color(')).length === 1 &&
    words.every((word) => /^(color\(.*|inset|-?[\d.]+(px)?)$/.test(word));
  if (!parts.every(isShadow)) return value;
  return parts
    .map((words) => {
      const lengths = words
        .filter((word) => /^-?[\d.]+(px)?$/.test(word))
        .map((word) => (/px$/.test(word) ? word : `${word}px`));
      while (lengths.length < 4) lengths.push('0px');
      return [
        words.find((word) => word.startsWith('color(')),
        ...lengths,
        ...words.filter((word) => word === 'inset'),
      ].join(' ');
    })
    .join(',');
}

const splitAtCommas = (value: string): string[] => value.match(/(?:[^,()]|\([^()]*\))+/g) ?? [];

/** Thousandths are beyond what browsers keep of a length. */
const round = (number: number): number => (Number.isFinite(number) ? Math.round(number * 1000) / 1000 : 0);

export function parseColor(text: string): Color | null {
  const lower = text.toLowerCase();
  if (lower === 'transparent') return [0, 0, 0, 0];
  const hex = lower.startsWith('#') ? lower.slice(1) : namedColors.get(lower);
  if (hex !== undefined) return parseHex(hex);
  const wide = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/.exec(lower);
  if (wide) {
    const [red = 0, green = 0, blue = 0] = wide.slice(1, 4).map((part) => Math.round(Number(part) * 255));
    return [red, green, blue, round(Number(wide[4] ?? 1))];
  }
  const call = /^(rgb|hsl)a?\((.*)\)$/.exec(lower);
  if (!call) return null;
  const parts = (call[2] ?? '').split(/[\s,/]+/).filter(Boolean);
  const [first = 0, second = 0, third = 0] = parts.map((part) => Number.parseFloat(part));
  const alpha = parts[3] === undefined ? 1 : numberOf(parts[3], 1);
  if (parts.length < 3 || ![first, second, third, alpha].every(Number.isFinite)) return null;
  if (call[1] === 'hsl') return [...fromHsl(first, second / 100, third / 100), round(alpha)];
  const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => Math.round(numberOf(part, 255)));
  return [red, green, blue, round(alpha)];
}

const numberOf = (part: string, whole: number): number =>
  part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part);

function parseHex(hex: string): Color | null {
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  if (digits.length !== 6 && digits.length !== 8) return null;
  const at = (place: number) => Number.parseInt(digits.slice(place, place + 2), 16);
  return [at(0), at(2), at(4), digits.length === 8 ? round(at(6) / 255) : 1];
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Opaque colors as people write them: `rgb(0, 102, 255)` is `#0066ff`. */
export const shownValue = (value: string): string =>
  value.replace(
    /\brgb\((\d+), (\d+), (\d+)\)/g,
    (_, ...channels: string[]) =>
      `#${channels
        .slice(0, 3)
        .map((channel) => Number(channel).toString(16).padStart(2, '0'))
        .join('')}`,
  );

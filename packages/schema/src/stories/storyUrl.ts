import type { StoryTool } from '../enums.js';

const hexColor = /^#([a-f0-9]{3,4}|[a-f0-9]{6}|[a-f0-9]{8})$/i;
const functionalColor = /^(rgb|hsl)a?\([\d\s.,%]+\)$/i;

const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');

/** Storybook marks what is neither plain text nor a number with `!`. */
function encodeValue(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return `!${value}`;
  const text = String(value);
  if (hexColor.test(text)) return `!hex(${text.slice(1)})`;
  if (functionalColor.test(text)) return `!${text.replace(/[\s%]/g, '')}`;
  return encode(text);
}

/** `key:value` pairs, nested ones as `key.inner:value` and `key[0]:value`. */
function encodePairs(key: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => encodePairs(`${key}[${index}]`, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([inner, item]) => encodePairs(`${key}.${encode(inner)}`, item));
  }
  return [`${key}:${encodeValue(value)}`];
}

const plainText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const withParameter = (url: string, key: string, value: string) => {
  const [address = '', fragment] = url.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${key}=${value}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
};

/** The story's address with globals of the tool set: `&globals=theme:dark` for Storybook, `&theme=dark` for Ladle. */
export function storyUrl(tool: StoryTool, url: string, globals: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(globals);
  if (entries.length === 0) return url;
  if (tool === 'stories-a') {
    const pairs = entries.flatMap(([key, value]) => encodePairs(encode(key), value));
    return withParameter(url, 'globals', pairs.join(';'));
  }
  return entries.reduce(
    (address, [key, value]) => withParameter(address, encode(key), encode(plainText(value))),
    url,
  );
}

import type { TextTable } from './LayoutSteps.js';

/** Texts by their places. Pages replace `JSON`, give arrays a `toJSON` and extend their prototype: nothing here relies on those. */
export function createTextTable(limit: number): TextTable {
  const places = new Map<string, number>();
  let list = '';
  const { origin } = location;
  /** Of one style or address, which may hold a whole image. */
  const mostCharacters = 2_000;

  const quote = (text: string): string => {
    if (!/["\\\p{Cc}]/u.test(text)) return `"${text}"`;
    let quoted = '"';
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 34 || code === 92) quoted += `\\${text[index]}`;
      else if (code < 32) quoted += `\\u00${code < 16 ? 0 : 1}${(code % 16).toString(16)}`;
      else quoted += text[index];
    }
    return `${quoted}"`;
  };
  /** FNV-1a. */
  const hashOf = (text: string): string => {
    let hash = 0x811c9dc5;
    for (let index = 0; index < text.length; index += 1)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    return (hash >>> 0).toString(16);
  };

  return {
    each(visit) {
      places.forEach((_place, text) => {
        visit(text);
      });
    },
    place(text) {
      const known = places.get(text);
      if (known !== undefined) return known;
      const place = places.size;
      places.set(text, place);
      list += `${place === 0 ? '' : ','}${quote(text)}`;
      return place;
    },
    shorten: (text) => text.replace(/\s+/g, ' ').trim().slice(0, limit),
    withoutOrigin(text) {
      if (text.length < mostCharacters && text.indexOf(':') < 0) return text;
      let short = text.replace(/data:[^,]*,[^"')\s]*/g, (data) =>
        data.length > 80 ? `data:${hashOf(data)}` : data,
      );
      short = short.replace(/blob:[^"')\s]*/g, 'blob:');
      if (origin !== 'null') {
        for (let at = short.indexOf(origin); at >= 0; at = short.indexOf(origin, at))
          short = short.slice(0, at) + short.slice(at + origin.length);
      }
      return short.length > mostCharacters ? `${short.slice(0, mostCharacters)}…${hashOf(short)}` : short;
    },
    quote,
    hashOf,
    size: () => list.length,
    json: () => `[${list}]`,
  };
}

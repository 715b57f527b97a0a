/** What PostgreSQL and UTF-8 do not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it finds
export const unstorable = /[\u0000\p{Cs}]/u;

/** A text of a page or a build as it can be stored: with U+FFFD for NUL and for half of a surrogate pair. */
export const storable = (text: string): string =>
  unstorable.test(text) ? text.replace(new RegExp(unstorable, 'gu'), '\uFFFD') : text;

/** As JSON, with texts that can be stored. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));

/** Letters that kebab case of lodash spells otherwise, besides those with marks. */
const spelled: Record<string, string> = {
  ...{ æ: 'ae', œ: 'oe', ĳ: 'ij', ß: 'ss', þ: 'th', ð: 'd', đ: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't' },
  ...{ ı: 'i', ĸ: 'k', ŋ: 'n', ŉ: 'n', ſ: 's' },
};

/**
 * The letters and digits of a text alone: the same for a text and for its kebab case, which drops signs such as `½` and `²`.
 */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/./gu, (letter) => spelled[letter] ?? letter)
    .replace(/(?:[^\p{L}\p{N}]|[\u0080-\u00bf])+/gu, '');

/** A piece of a sentence: words, code, or a color. */
export interface CausePart {
  kind: 'words' | 'code' | 'color';
  text: string;
  /** Of its first character in the sentence. */
  at: number;
}

/** Code in backticks, or a color in hexadecimal, with two more digits where it is not opaque. */
const special = /`([^`]*)`|#(?:[0-9a-f]{8}|[0-9a-f]{6})(?![\w])/gi;

/** The pieces of a sentence about a cause, in their order. */
export function causeParts(sentence: string): CausePart[] {
  const parts: CausePart[] = [];
  let end = 0;
  for (const match of sentence.matchAll(special)) {
    if (match.index > end) parts.push({ kind: 'words', text: sentence.slice(end, match.index), at: end });
    const [whole, code] = match;
    parts.push(
      code === undefined
        ? { kind: 'color', text: whole, at: match.index }
        : { kind: 'code', text: code, at: match.index },
    );
    end = match.index + whole.length;
  }
  if (end < sentence.length) parts.push({ kind: 'words', text: sentence.slice(end), at: end });
  return parts;
}

/** A piece of a comment as it is shown. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'mention'; text: string }
  | { kind: 'link'; text: string; href: string };

/** Without what turns text around, so that an address reads as what it is. */
const address = /https?:\/\/[^\s<>"'`{}|\\^\u202a-\u202e\u2066-\u2069]+/giu;

/** What ends a sentence around an address, not the address; a closing bracket unless one was opened in it. */
function withoutEnd(text: string): string {
  let end = text.length;
  for (;;) {
    const last = text[end - 1];
    if (last === undefined) return '';
    const isClosing = last === ')' && !text.slice(0, end).includes('(');
    if (!isClosing && !'.,;:!?…'.includes(last)) return text.slice(0, end);
    end -= 1;
  }
}

/** The address as a browser reads it; null for what is none, or could pose as another one by a name before an `@`. */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : null;
}

/** Plain text with its addresses as links, and with the names of those who were mentioned. */
export function textParts(text: string, mentions: readonly { name: string }[]): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutEnd(match[0]);
    const href = hrefOf(found);
    if (href === null) continue;
    parts.push(...mentionParts(text.slice(done, match.index), mentions), { kind: 'link', text: found, href });
    done = match.index + found.length;
  }
  return [...parts, ...mentionParts(text.slice(done), mentions)];
}

function mentionParts(text: string, mentions: readonly { name: string }[]): TextPart[] {
  if (text === '') return [];
  const names = mentions.map(({ name }) => name).toSorted((one, other) => other.length - one.length);
  const lower = text.toLowerCase();
  const parts: TextPart[] = [];
  let done = 0;
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    const name = names.find((one) => lower.startsWith(one.toLowerCase(), at + 1));
    if (name === undefined || at < done) continue;
    const end = at + 1 + name.length;
    if (at > done) parts.push({ kind: 'text', text: text.slice(done, at) });
    parts.push({ kind: 'mention', text: text.slice(at, end) });
    done = end;
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;
}

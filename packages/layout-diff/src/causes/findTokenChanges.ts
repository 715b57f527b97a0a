import type { LayoutRecord } from '../record/LayoutRecord.js';
import type { TokenChange } from './TokenChange.js';

interface Token {
  value: string;
  declared: string | null;
}

function tokensOf({ customProperties, strings }: LayoutRecord): Map<string, Token> {
  const text = (place: number) => (strings[place] ?? '').trim();
  return new Map(
    customProperties.map(([name, value, declared]) => [
      text(name),
      { value: text(value), declared: declared === undefined ? null : text(declared) },
    ]),
  );
}

/** The custom properties that both records have with different values, in the order of their names. */
export function findTokenChanges(before: LayoutRecord, after: LayoutRecord): TokenChange[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const changed = new Set(
    [...old]
      .filter(([name, { value }]) => now.has(name) && now.get(name)?.value !== value)
      .map(([name]) => name),
  );
  return [...changed].sort().map((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    const declared = from?.declared === to?.declared ? (to?.declared ?? '') : '';
    const isDerived = [...declared.matchAll(/var\(\s*(--[^\s,)]+)/g)].some(([, other = '']) =>
      changed.has(other),
    );
    return { name, from: from?.value ?? '', to: to?.value ?? '', isDerived };
  });
}

import type { LayoutRecord } from '../record/LayoutRecord.js';
import { setBy } from '../values/setBy.js';
import type { TokenChange } from './TokenChange.js';

interface Token {
  value: string;
  declared: string | null;
  /** Properties that are set from it; null where the record does not tell. */
  uses: readonly string[] | null;
}

function tokensOf({ customProperties, customPropertyUses, strings }: LayoutRecord): Map<string, Token> {
  const text = (place: number) => (strings[place] ?? '').trim();
  return new Map(
    customProperties.map(([name, value, declared], place) => [
      text(name),
      {
        value: text(value),
        declared: declared === undefined ? null : text(declared),
        uses: customPropertyUses?.[place]?.map(text) ?? null,
      },
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
  const setFrom = memoizeSets();
  return [...changed].sort().map((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    const declared = from?.declared === to?.declared ? (to?.declared ?? '') : '';
    const isDerived = [...declared.matchAll(/var\(\s*(--[^\s,)]+)/g)].some(([, other = '']) =>
      changed.has(other),
    );
    const sets = intersect(setFrom(from?.uses), setFrom(to?.uses));
    return { name, from: from?.value ?? '', to: to?.value ?? '', isDerived, sets };
  });
}

/** Custom properties share the properties that they set. */
function memoizeSets() {
  const known = new Map<string, string[]>();
  return (uses: readonly string[] | null | undefined): ReadonlySet<string> | null => {
    if (!uses) return null;
    for (const name of uses) if (!known.has(name)) known.set(name, setBy(name));
    return new Set(uses.flatMap((name) => known.get(name) ?? []));
  };
}

function intersect(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  return one && other ? new Set([...one].filter((name) => other.has(name))) : (one ?? other);
}

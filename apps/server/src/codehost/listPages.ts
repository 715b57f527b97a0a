import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';

const mostEntries = 1_000;
const mostPages = 20;

/** What a list begins with. */
export interface Listed<Value> {
  values: Value[];
  /** Whether that is all of it. */
  isWhole: boolean;
}

/**
 * Reads a list that comes in pages, but not all of a very long one: nobody vouches for a host.
 * @param ask answers the page at a place, and where the next one is (undefined after the last)
 * @throws CodeHostError where the host answers no list
 */
export async function listPages<Value extends object>(
  first: number,
  ask: (place: number) => Promise<{ values: readonly Value[]; next: number | undefined }>,
): Promise<Listed<Value>> {
  const all: Value[] = [];
  let place: number | undefined = first;
  for (let pages = 0; place !== undefined; pages++) {
    if (pages === mostPages) return { values: all, isWhole: false };
    const { values, next }: Awaited<ReturnType<typeof ask>> = await ask(place);
    if (!Array.isArray(values) || values.some((one) => typeof one !== 'object' || one === null)) {
      throw new CodeHostError('The code host did not answer with a list', { final: true });
    }
    for (const value of values) {
      if (all.length === mostEntries) return { values: all, isWhole: false };
      all.push(value);
    }
    place = next;
  }
  return { values: all, isWhole: true };
}

import type { Thread } from '@svc/schema';

/** The numbers of pins, from 1 in the order of their threads, by the ids of these. */
export const numbersOf = (threads: readonly Thread[]): ReadonlyMap<string, number> =>
  new Map(threads.filter(({ pin }) => pin !== null).map(({ id }, index) => [id, index + 1]));

import { setTimeout as sleep } from 'node:timers/promises';

/** Pictures until two are alike. */
const mostTries = 10;
/** Milliseconds between them. */
const pause = 100;

/**
 * The first of two pictures that are alike, or the last one of those that never are.
 * @param isExpected of the first one, which then needs no second
 */
export async function takeUntilAlike(
  take: () => Promise<Uint8Array>,
  isExpected?: (png: Buffer) => boolean,
): Promise<Buffer> {
  let last = Buffer.from(await take());
  if (isExpected?.(last)) return last;
  for (let tries = 1; tries < mostTries; tries += 1) {
    const next = Buffer.from(await take());
    if (next.equals(last)) return next;
    last = next;
    await sleep(pause);
  }
  return last;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { layoutScript, type Rectangle } from '@svc/stabilise';
import type { Stage } from '../stage/openStage.js';

/** Longer than a record may take on a machine that does much else. */
const limitMs = 2_000;

/** How the page is laid out that an image was taken of, as the JSON of a layout record; null where that cannot be told. */
export async function readLayout(
  { page, deviceScaleFactor }: Stage,
  clip: Rectangle,
): Promise<string | null> {
  const reading = page
    .evaluate<unknown>(layoutScript({ scale: deviceScaleFactor, clip }))
    .then((answer) => (typeof answer === 'string' ? answer : null))
    .catch(() => null);
  return Promise.race([reading, sleep(limitMs, null, { ref: false })]);
}

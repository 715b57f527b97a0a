import { setTimeout as sleep } from 'node:timers/promises';
import { SvcError } from '../SvcError.js';

/** A PNG as a driver gives it: its bytes, or the same in base64. */
export type Png = Uint8Array | string;
export type TakePng = () => Png | Promise<Png>;

/** Pictures until two are alike. */
const mostTries = 10;
const pauseMs = 100;
const signature = [0x89, 0x50, 0x4e, 0x47];

async function take(takePng: TakePng): Promise<Buffer> {
  const png = await takePng();
  const bytes = typeof png === 'string' ? Buffer.from(png, 'base64') : Buffer.from(png);
  if (signature.some((byte, index) => bytes[index] !== byte))
    throw new SvcError({
      code: 'VALIDATION_ERROR',
      message: 'takePng gives no PNG: it has to resolve with the bytes of one, or with its base64 text',
      statusCode: 0,
    });
  return bytes;
}

/** The first of two pictures that are alike, or the last one of those that never are. */
export async function stablePng(takePng: TakePng): Promise<Uint8Array> {
  let last = await take(takePng);
  for (let tries = 1; tries < mostTries; tries += 1) {
    const next = await take(takePng);
    if (next.equals(last)) return next;
    last = next;
    await sleep(pauseMs);
  }
  return last;
}

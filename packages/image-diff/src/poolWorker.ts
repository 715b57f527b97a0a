import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type CompareOptions, type Comparison, compare } from './compare.js';
import { ImageError, type ImageErrorCode } from './imageError.js';
import { type Inspection, inspect } from './inspect.js';

export type Request =
  | { does: 'compare'; a: Uint8Array; b: Uint8Array; options: CompareOptions }
  | { does: 'inspect'; png: Uint8Array };

/** A result, an ImageError by its code, or a RangeError. Any other error ends the thread. */
export type Answer = { result: Comparison | Inspection } | { code: ImageErrorCode | null; message: string };

// Comparing must not keep the caller's thread waiting for a processor. Linux alone has a priority for each thread.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', async (request: Request) => {
  const answer = await work(request).catch(describe);
  const mask = 'result' in answer && 'mask' in answer.result ? answer.result.mask : null;
  parentPort?.postMessage(answer, mask ? [mask.buffer as ArrayBuffer] : []);
});

async function work(request: Request): Promise<Answer> {
  if (request.does === 'inspect') return { result: await inspect(request.png) };
  return { result: await compare(request.a, request.b, request.options) };
}

function describe(error: unknown): Answer {
  if (error instanceof ImageError) return { code: error.code, message: error.message };
  if (error instanceof RangeError) return { code: null, message: error.message };
  throw error;
}

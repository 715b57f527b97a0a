import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { invalid, readForeignHeader } from './readForeignHeader.js';
import type { Transcoded, Transcoding } from './transcodeWorker.js';

export interface Transcoder {
  /**
   * The PNG of a JPEG or WebP file, with the same pixels, turned as EXIF says; null for a PNG.
   *
   * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE
   */
  toPng(file: Uint8Array): Promise<Uint8Array | null>;
}

export interface TranscoderOptions {
  /** Milliseconds after which a file is given up. */
  timeLimit?: number;
  /** Module of the thread. */
  script?: URL;
}

/**
 * Decodes files one at a time, each on a thread of its own: memory of WebAssembly never shrinks, and a decoder that a
 * hostile file has confused has no next file.
 */
export function createTranscoder({
  timeLimit = 60_000,
  script = new URL('./transcodeWorker.js', import.meta.url),
}: TranscoderOptions = {}): Transcoder {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async toPng(file) {
      const header = readForeignHeader(file);
      if (!header) return null;
      const transcoding = { header, file: file.subarray(0, header.length) };
      const png = last.then(() => transcode(script, transcoding, timeLimit));
      last = png.catch(() => {});
      return png;
    },
  };
}

async function transcode(script: URL, transcoding: Transcoding, timeLimit: number): Promise<Uint8Array> {
  const { format } = transcoding.header;
  const worker = new Worker(script, { workerData: transcoding });
  const timer = new AbortController();
  const late = { refusal: `decoding it took more than ${timeLimit / 1000} s` };
  try {
    const answer = await Promise.race([
      answerOf(worker),
      setTimeout(timeLimit, late, { signal: timer.signal, ref: false }),
    ]);
    if ('refusal' in answer) throw invalid(format, answer.refusal);
    return answer.png;
  } finally {
    timer.abort();
    await worker.terminate();
  }
}

/** A thread that ends early has run out of memory, or its decoder has trapped. */
const answerOf = (worker: Worker): Promise<Transcoded> =>
  new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', (code) => resolve({ refusal: `its decoder ended early (exit code ${code})` }));
  });

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  areComparedInBands,
  type CompareOptions,
  type Comparison,
  compareDecoding,
  compareFiles,
  compareIn,
  settingsOf,
} from './compare.js';
import { decodeFile } from './decode.js';
import { DecodedImages } from './decodedImages.js';
import type { Engine } from './engine.js';
import { ImageError, type ImageErrorCode } from './imageError.js';
import { type Inspection, inspectIn } from './inspect.js';
import { type PngFile, readPng } from './readPng.js';
import { sha256 } from './sha256.js';

/** A file by its SHA-256. */
export interface NamedFile {
  byteHash: string;
  /** Null for an image that the thread keeps. */
  png: Uint8Array | null;
}

export type Request =
  | { does: 'compare'; a: Uint8Array; b: Uint8Array; options: CompareOptions }
  | { does: 'compareNamed'; a: NamedFile; b: NamedFile; options: CompareOptions }
  | { does: 'inspect'; png: Uint8Array };

export interface WorkerData {
  /** Bytes of decoded images that the thread keeps. */
  keepBytes: number;
}

/** A result, an ImageError by its code, or a RangeError. Any other error ends the thread. */
export type Answer = (
  | { result: Comparison | Inspection }
  | { code: ImageErrorCode | null; message: string }
) & {
  /** SHA-256 of the files whose images the thread keeps. */
  kept: string[];
};

// Comparing must not keep the caller's thread waiting for a processor. Linux alone has a priority for each thread.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const images = new DecodedImages((workerData as WorkerData).keepBytes);

parentPort?.on('message', async (request: Request) => {
  const answer = await work(request).then((result) => ({ result }), describe);
  const mask = 'result' in answer && 'mask' in answer.result ? answer.result.mask : null;
  parentPort?.postMessage(
    { ...answer, kept: images.names } satisfies Answer,
    mask ? [mask.buffer as ArrayBuffer] : [],
  );
});

function work(request: Request): Promise<Comparison | Inspection> {
  switch (request.does) {
    case 'inspect':
      return images.use((engine) => inspectKept(engine, request.png));
    case 'compareNamed':
      return images.use((engine) => compareKept(engine, request));
    case 'compare':
      return images.use((engine) => compareFiles(engine, request.a, request.b, request.options));
  }
}

async function inspectKept(engine: Engine, png: Uint8Array): Promise<Inspection> {
  const byteHash = await sha256(png);
  const { inspection } = await images.keep(byteHash, (place) => inspectIn(engine, png, { byteHash, place }));
  return inspection;
}

/** The first image is the one that others will be compared with as well: it leaves after the second. */
async function compareKept(
  engine: Engine,
  { a, b, options }: Extract<Request, { does: 'compareNamed' }>,
): Promise<Comparison> {
  const settings = settingsOf(options);
  const [fileA, fileB] = [a.png && readPng(engine, a.png), b.png && readPng(engine, b.png)];
  if (fileA && fileB && areComparedInBands([fileA, fileB], settings)) {
    const canKeep = [fileA, fileB].some(({ header }) => images.canKeep(header));
    if (!canKeep) return compareDecoding(engine, [fileA, fileB], settings);
  }
  const needed = [a.byteHash, b.byteHash];
  const second = await open(engine, b.byteHash, fileB, needed);
  const first = await open(engine, a.byteHash, fileA, needed);
  return compareIn(engine, [first, second], settings);
}

/** @param file null for an image that is kept */
async function open(engine: Engine, byteHash: string, file: PngFile | null, needed: readonly string[]) {
  const kept = images.find(byteHash);
  if (kept) return kept;
  if (!file) throw new Error(`the pool took image ${byteHash} for one that this thread keeps`);
  const { image } = await images.keep(
    byteHash,
    async (place) => ({ image: decodeFile(engine, file, { place }) }),
    needed,
  );
  return image;
}

function describe(error: unknown): { code: ImageErrorCode | null; message: string } {
  if (error instanceof ImageError) return { code: error.code, message: error.message };
  if (error instanceof RangeError) return { code: null, message: error.message };
  throw error;
}

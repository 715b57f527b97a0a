import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { areComparedInBands, compareInputs } from './bands/compareInputs.js';
import { compareFiles, compareIn } from './compare.js';
import type { StoredImage } from './compareRgba.js';
import type { Comparison } from './comparison/Comparison.js';
import { type CompareOptions, settingsOf } from './comparison/settings.js';
import { decodeFile } from './decode.js';
import { DecodedImages } from './decodedImages.js';
import type { Engine } from './engine.js';
import { sha256 } from './hashing/sha256.js';
import { ImageError, type ImageErrorCode } from './imageError.js';
import { type Inspection, inspectAndKeep, inspectIn } from './inspect.js';
import { type PngFile, readPng } from './readPng.js';
import type { SharedRows } from './sharing/SharedRows.js';
import { writeRows } from './sharing/writeRows.js';

/** A file by its SHA-256. */
export interface NamedFile {
  byteHash: string;
  /** Null for an image that the thread keeps. */
  png: Uint8Array | null;
}

export type Request =
  | { does: 'compare'; a: Uint8Array; b: Uint8Array; options: CompareOptions; shared?: SharedRows }
  | { does: 'compareNamed'; a: NamedFile; b: NamedFile; options: CompareOptions; shared?: SharedRows }
  | { does: 'inspect'; png: Uint8Array }
  /** Decodes the second file of a comparison that another thread makes. */
  | { does: 'share'; png: Uint8Array; shared: SharedRows };

type Result = Comparison | Inspection | null;

export interface WorkerData {
  /** Bytes of decoded images that the thread keeps. */
  keepBytes: number;
}

/** A result, an ImageError by its code, or a RangeError. Any other error ends the thread. */
export type Answer = ({ result: Result } | { code: ImageErrorCode | null; message: string }) & {
  /** SHA-256 of the files whose images the thread keeps. */
  kept: string[];
};

// Comparing must not keep the caller's thread waiting for a processor. Linux alone has a priority for each thread.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const images = new DecodedImages((workerData as WorkerData).keepBytes);

parentPort?.on('message', async (request: Request) => {
  const answer = await work(request).then((result) => ({ result }), describe);
  const result = 'result' in answer ? answer.result : null;
  const mask = result && 'mask' in result ? result.mask : null;
  parentPort?.postMessage(
    { ...answer, kept: images.names } satisfies Answer,
    mask ? [mask.buffer as ArrayBuffer] : [],
  );
});

function work(request: Request): Promise<Result> {
  switch (request.does) {
    case 'inspect':
      return images.use((engine) => inspectKept(engine, request.png));
    case 'compareNamed':
      return images.use((engine) => compareKept(engine, request));
    case 'compare':
      return images.use((engine) =>
        compareFiles(engine, request.a, request.b, request.options, request.shared),
      );
    case 'share':
      return images.use(async (engine) => {
        writeRows(engine, request.png, request.shared);
        return null;
      });
  }
}

async function inspectKept(engine: Engine, png: Uint8Array): Promise<Inspection> {
  const file = readPng(engine, png);
  if (!images.canKeep(file.header)) return inspectIn(engine, png, file);
  const byteHash = await sha256(png);
  const { inspection } = await images.keep(byteHash, (place) =>
    inspectAndKeep(engine, file, byteHash, { place }),
  );
  return inspection;
}

/** The first image is the one that others will be compared with as well: it leaves after the second. */
async function compareKept(
  engine: Engine,
  { a, b, options, shared }: Extract<Request, { does: 'compareNamed' }>,
): Promise<Comparison> {
  const settings = settingsOf(options);
  const [fileA, fileB] = [a.png && readPng(engine, a.png), b.png && readPng(engine, b.png)];
  const inputs = [fileA ?? kept(a.byteHash), fileB ?? kept(b.byteHash)] as const;
  const isTooLarge = [fileA, fileB].some((file) => file && !images.canKeep(file.header));
  if (isTooLarge && areComparedInBands(inputs, settings)) {
    return compareInputs(engine, inputs, settings, undefined, shared);
  }
  const needed = [a.byteHash, b.byteHash];
  const second = await open(engine, b.byteHash, fileB, needed);
  const first = await open(engine, a.byteHash, fileA, needed);
  return compareIn(engine, [first, second], settings);
}

function kept(byteHash: string): StoredImage {
  const image = images.find(byteHash);
  if (!image) throw new Error(`the pool took image ${byteHash} for one that this thread keeps`);
  return image;
}

/** @param file null for an image that is kept */
async function open(engine: Engine, byteHash: string, file: PngFile | null, needed: readonly string[]) {
  if (!file || images.find(byteHash)) return kept(byteHash);
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

import { compareInBands } from './bands/compareInBands.js';
import { decodedElsewhere, decodedHere } from './bands/sources.js';
import { type CountOptions, compareRgba, type Difference, type StoredImage } from './compareRgba.js';
import { decodeFile } from './decode.js';
import { encodeMask } from './encodeMask.js';
import { closeEngine, type Engine, openEngine } from './engine.js';
import { type Explanation, explain } from './explain.js';
import { areaOf, coverOf, type IgnoredAreas } from './ignoredAreas.js';
import { ImageError } from './imageError.js';
import { clearMarks, markNear, paintOver } from './paintOver.js';
import { type PngFile, readPng } from './readPng.js';
import { noteSubthreshold, type Subthreshold } from './subthreshold/Subthreshold.js';
import type { Box } from './thumbnail.js';

export interface CompareOptions {
  /** Color distance from which a pixel counts, 0 (any) to 1 (none). Default 0.063. */
  threshold?: number;
  /** True, the default, leaves out pixels that are judged to be anti-aliasing. */
  antiAliasing?: boolean;
  /** Also finds out what changed: {@link Comparison.explanation}. Default false. */
  explain?: boolean;
  /** Pixels that a region of an explanation counts at least. Smaller ones are not listed; they count all the same. Default 1. */
  minimumRegion?: number;
  /**
   * Boxes that are not compared: no pixel in a box of either image counts, and what is in them decides nothing about the
   * pixels beside them, of which those up to two pixels away count even if they could be anti-aliasing.
   */
  ignore?: IgnoredAreas;
}

export interface Comparison {
  /** No pixel counts as changed. */
  equal: boolean;
  /** Counted pixels. Where the sizes differ, each pixel that only one image covers counts. */
  diffPixels: number;
  /** Counted pixels per hundred pixels of the canvas, 0 to 100. */
  diffPercentage: number;
  /** Pixels of the canvas in boxes that were not compared, changed or not. */
  ignoredPixels: number;
  /** What differs without counting, because the threshold takes it for the same. */
  subthreshold: Subthreshold;
  /** Pixels of the canvas, which is as wide as the wider and as high as the higher image. */
  width: number;
  height: number;
  /** PNG of the canvas: changed pixels opaque magenta-red, everything else transparent. Null when equal. */
  mask: Uint8Array | null;
  /** Null when equal, or not asked for. */
  explanation: Explanation | null;
}

/**
 * Compares two PNG files, aligned at their top left corners. Counts are those of pixelmatch 7.2.0
 * (https://github.com/mapbox/pixelmatch): distance in YIQ color space, the neighbor rule for anti-aliasing, and
 * semi-transparent pixels blended on a checkerboard.
 *
 * Files of equal bytes are equal; of them only the structure is looked at, not the image data.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE, for either file; IMAGE_TOO_LARGE also when one is so wide and
 * the other so high that both fit into no canvas of 256 megapixels
 * @throws {RangeError} for a threshold outside 0 to 1, a negative `minimumRegion`, or a number of a box that is not finite
 */
export async function compare(
  a: Uint8Array,
  b: Uint8Array,
  options: CompareOptions = {},
): Promise<Comparison> {
  const engine = openEngine();
  const comparison = await compareFiles(engine, a, b, options);
  closeEngine(engine);
  return comparison;
}

/** {@link compare} in an engine of the caller's. */
export async function compareFiles(
  engine: Engine,
  a: Uint8Array,
  b: Uint8Array,
  options: CompareOptions,
): Promise<Comparison> {
  const settings = settingsOf(options);
  if (haveEqualBytes(a, b)) {
    const { header } = readPng(engine, a);
    return unchanged(header, coverOf([...settings.ignore.before, ...settings.ignore.after], header));
  }
  const files = [readPng(engine, a), readPng(engine, b)] as const;
  if (areComparedInBands(files, settings)) return compareDecoding(engine, files, settings);
  return compareIn(engine, [decodeFile(engine, files[0]), decodeFile(engine, files[1])], settings);
}

const ignoreNothing: IgnoredAreas = { before: [], after: [] };

/** Four times the largest image: a very wide and a very high one would need a canvas beyond any memory. */
const mostCanvasPixels = 256_000_000;

/** Bytes of rows of an image that are in memory at a time. */
const bandBytes = 128 * 1024;

type Settings = ReturnType<typeof settingsOf>;

/** @throws {RangeError} */
export function settingsOf({
  threshold = 0.063,
  antiAliasing = true,
  explain: explained = false,
  minimumRegion = 1,
  ignore = ignoreNothing,
}: CompareOptions) {
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new RangeError(`threshold must be between 0 and 1, not ${threshold}`);
  }
  if (!(minimumRegion >= 0)) {
    throw new RangeError(`minimumRegion must be a number of pixels, 0 or more, not ${minimumRegion}`);
  }
  return { threshold, antiAliasing, explained, minimumRegion, ignore };
}

/**
 * Whether two files can be compared while they are decoded: an explanation needs them whole, and the rows of interlaced
 * ones do not come in order.
 */
export function areComparedInBands(files: readonly PngFile[], { explained }: Settings): boolean {
  return !explained && files.every(({ header }) => !header.interlaced);
}

/**
 * Compares two files while they are decoded, some rows at a time.
 * @param band how many rows
 */
export function compareDecoding(
  engine: Engine,
  [a, b]: readonly [PngFile, PngFile],
  { explained: _, minimumRegion: __, ignore, ...options }: Settings,
  band = Math.max(1, Math.floor(bandBytes / (4 * Math.max(a.header.width, b.header.width)))),
): Comparison {
  requireCanvas(a.header, b.header);
  const ignored = coverOf([...ignore.before, ...ignore.after], canvasOf(a.header, b.header));
  const other = openEngine();
  const sources = [decodedHere(engine, a), decodedElsewhere(engine, other, b, band)] as const;
  const { difference, subthreshold } = compareInBands(engine, sources, ignored, options, band);
  closeEngine(other);
  if (difference.diffPixels === 0) return { ...unchanged(difference, ignored), subthreshold };
  return changed(difference, subthreshold, ignored, encodeMask(engine, difference), null);
}

/** Compares two images, which are afterwards as they were before. */
export async function compareIn(
  engine: Engine,
  images: readonly [StoredImage, StoredImage],
  { explained, minimumRegion, ignore, ...options }: Settings,
): Promise<Comparison> {
  requireCanvas(...images);
  const ignored = coverOf([...ignore.before, ...ignore.after], canvasOf(...images));
  const { difference, subthreshold, paintOwn, restore } = compareBeside(engine, images, ignored, options);
  if (difference.diffPixels === 0) {
    restore();
    return { ...unchanged(difference, ignored), subthreshold };
  }
  const mask = encodeMask(engine, difference);
  const own = paintOwn(ignore);
  const explanation = explained
    ? await explain(engine, images, difference, { ...options, minimumRegion, ignore: own })
    : null;
  restore();
  return changed(difference, subthreshold, ignored, mask, explanation);
}

interface Beside {
  difference: Difference;
  subthreshold: Subthreshold;
  /** Paints over only the own boxes of each image instead, so that these move with its rows. */
  paintOwn(ignore: IgnoredAreas): IgnoredAreas;
  /** Brings back what was painted over. */
  restore(): void;
}

/** Compares two images beside boxes that do not overlap, which stay painted over. */
function compareBeside(
  engine: Engine,
  images: readonly [StoredImage, StoredImage],
  ignored: readonly Box[],
  options: CountOptions,
): Beside {
  const [a, b] = images;
  if (ignored.length === 0) {
    const noted = noteSubthreshold(engine, () => compareRgba(engine, a, b, options));
    return { ...noted, paintOwn: () => ignoreNothing, restore: () => {} };
  }
  let undo = images.map((image) => paintOver(engine, image, ignored));
  const certain = options.antiAliasing ? { certain: markNear(engine, ignored, canvasOf(a, b)) } : {};
  const { difference, subthreshold } = noteSubthreshold(engine, () =>
    compareRgba(engine, a, b, { ...options, ...certain }),
  );
  // What only one image covers counts as well, unless it is ignored.
  difference.diffPixels -= clearMarks(engine, difference, ignored);
  const restore = () => {
    for (const one of undo) one();
    undo = [];
  };
  const paintOwn = ({ before, after }: IgnoredAreas) => {
    restore();
    const own = { before: coverOf(before, a), after: coverOf(after, b) };
    undo = [paintOver(engine, a, own.before), paintOver(engine, b, own.after)];
    return own;
  };
  return { difference, subthreshold, paintOwn, restore };
}

type Size = Pick<StoredImage, 'width' | 'height'>;

const canvasOf = (a: Size, b: Size) => ({
  width: Math.max(a.width, b.width),
  height: Math.max(a.height, b.height),
});

function requireCanvas(a: Size, b: Size): void {
  const { width, height } = canvasOf(a, b);
  if (width * height <= mostCanvasPixels) return;
  const [sizeA, sizeB] = [a, b].map((image) => `${image.width} × ${image.height}`);
  throw new ImageError('IMAGE_TOO_LARGE', `images of ${sizeA} and ${sizeB} pixels are too unlike to compare`);
}

function haveEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

function changed(
  { diffPixels, width, height }: Difference,
  subthreshold: Subthreshold,
  ignored: readonly Box[],
  mask: Uint8Array,
  explanation: Explanation | null,
): Comparison {
  return {
    equal: false,
    diffPixels,
    diffPercentage: (diffPixels / (width * height)) * 100,
    ignoredPixels: areaOf(ignored),
    subthreshold,
    width,
    height,
    mask,
    explanation,
  };
}

function unchanged({ width, height }: Size, ignored: readonly Box[]): Comparison {
  return {
    equal: true,
    diffPixels: 0,
    diffPercentage: 0,
    ignoredPixels: areaOf(ignored),
    subthreshold: { pixels: 0, area: 0, maxDeltaE: 0 },
    width,
    height,
    mask: null,
    explanation: null,
  };
}

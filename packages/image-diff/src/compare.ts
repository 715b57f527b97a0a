import { areComparedInBands, compareInputs } from './bands/compareInputs.js';
import { wholePicture } from './bands/Picture.js';
import { type CountOptions, compareRgba, type Difference, type StoredImage } from './compareRgba.js';
import { type Comparison, changed, unchanged } from './comparison/Comparison.js';
import { canvasOf, requireCanvas } from './comparison/canvas.js';
import { type CompareOptions, ignoreNothing, type Settings, settingsOf } from './comparison/settings.js';
import { decodeFiles } from './decode.js';
import { encodeMask } from './encodeMask.js';
import { closeEngine, type Engine, openEngine } from './engine.js';
import { explain } from './explain.js';
import { coverOf, type IgnoredAreas } from './ignoredAreas.js';
import { clearMarks, markNear, paintOver } from './paintOver.js';
import { readPng } from './readPng.js';
import type { SharedRows } from './sharing/SharedRows.js';
import { noteSubthreshold, type Subthreshold } from './subthreshold/Subthreshold.js';
import type { Box } from './thumbnail.js';

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

/**
 * {@link compare} in an engine of the caller's.
 * @param shared rows of the second file, where another thread decodes it
 */
export async function compareFiles(
  engine: Engine,
  a: Uint8Array,
  b: Uint8Array,
  options: CompareOptions,
  shared: SharedRows | null = null,
): Promise<Comparison> {
  const settings = settingsOf(options);
  if (haveEqualBytes(a, b)) {
    const { header } = readPng(engine, a);
    const equal = { ...header, similarity: settings.similarity ? 1 : null };
    return unchanged(equal, coverOf([...settings.ignore.before, ...settings.ignore.after], header));
  }
  const files = [readPng(engine, a), readPng(engine, b)] as const;
  if (areComparedInBands(files, settings)) {
    return compareInputs(engine, files, settings, undefined, shared);
  }
  return compareIn(engine, decodeFiles(engine, files), settings);
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
    ? await explain(engine, [wholePicture(images[0]), wholePicture(images[1])], difference, {
        ...options,
        minimumRegion,
        ignore: own,
      })
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

function haveEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

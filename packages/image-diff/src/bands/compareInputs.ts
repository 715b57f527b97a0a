import type { StoredImage } from '../compareRgba.js';
import { type Comparison, changed, unchanged } from '../comparison/Comparison.js';
import { canvasOf, requireCanvas } from '../comparison/canvas.js';
import type { Settings } from '../comparison/settings.js';
import { encodeMask } from '../encodeMask.js';
import type { Engine } from '../engine.js';
import { explain } from '../explain.js';
import { coverOf } from '../ignoredAreas.js';
import { paintOver } from '../paintOver.js';
import type { PngFile } from '../readPng.js';
import { decodedByOther } from '../sharing/decodedByOther.js';
import type { SharedRows } from '../sharing/SharedRows.js';
import { compareInBands } from './compareInBands.js';
import { noteRows, type RowFacts } from './Picture.js';
import type { OnRows } from './RollingRows.js';
import type { RowSource } from './RowSource.js';
import { RowWindow } from './RowWindow.js';
import { decodedAlone, decodedTogether, keptWhole } from './sources.js';
import { within } from './within.js';

/** A file that was read, or an image that the engine keeps. */
export type Input = PngFile | StoredImage;

/** How much is in memory at a time. */
export interface Portions {
  /** Rows that are compared at a time. */
  band: number;
  /** Rows of each image that an explanation looks at, 32 or more. */
  window: number;
  /** Bytes of pixels after which a place of a file is noted that can be gone back to. */
  note: number;
}

const [bandBytes, windowBytes] = [128 * 1024, 20 * 1024 * 1024];
/** Each place takes some 100 KB. */
const noteBytes = 8 * 1024 * 1024;
/** Explained images that take no more are in memory as a whole, since what shifted is compared again. */
const wholeBytes = 80 * 1024 * 1024;
/** A thumbnail makes one row of up to 31. */
const leastWindow = 32;

const isFile = (input: Input): input is PngFile => 'header' in input;
const sizeOf = (input: Input) => (isFile(input) ? input.header : input);

/** Whether two images can be compared, and had better be, with only some of their rows in memory. Interlaced ones cannot. */
export function areComparedInBands(
  inputs: readonly Input[],
  { explained }: Pick<Settings, 'explained'>,
): boolean {
  const bytes = inputs.map(sizeOf).reduce((sum, { width, height }) => sum + width * height * 4, 0);
  const hasOrder = inputs.every((input) => !(isFile(input) && input.header.interlaced));
  return hasOrder && !(explained && bytes <= wholeBytes);
}

/**
 * Compares two images while they are decoded, some rows at a time. What an explanation looks at is decoded once more.
 * @param shared rows of the second file, where another thread decodes it
 */
export async function compareInputs(
  engine: Engine,
  [a, b]: readonly [Input, Input],
  { explained, minimumRegion, ignore, ...options }: Settings,
  portions: Portions = portionsOf(Math.max(sizeOf(a).width, sizeOf(b).width)),
  shared: SharedRows | null = null,
): Promise<Comparison> {
  const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)];
  requireCanvas(sizeA, sizeB);
  const ignored = coverOf([...ignore.before, ...ignore.after], canvasOf(sizeA, sizeB));
  const own = { before: coverOf(ignore.before, sizeA), after: coverOf(ignore.after, sizeB) };
  const sources = openSources(engine, [a, b], portions, shared);
  const notes =
    explained && sizeA.width === sizeB.width ? [noteRows(engine, sizeA), noteRows(engine, sizeB)] : [];
  const onRows = [own.before, own.after].map((boxes, side): OnRows => {
    const { note } = notes[side] ?? {};
    return (image, from, to) => {
      if (!note) return;
      paintOver(engine, image, within(boxes, from, to));
      note(image, from, to);
    };
  });
  const { difference, subthreshold } = compareInBands(
    engine,
    sources,
    ignored,
    options,
    portions.band,
    onRows,
  );
  if (difference.diffPixels === 0) return { ...unchanged(difference, ignored), subthreshold };
  const mask = encodeMask(engine, difference);
  const windowOf = (source: RowSource, boxes: typeof ignored, facts: RowFacts | undefined) =>
    new RowWindow(engine, source, portions.window, boxes, facts ?? null);
  const explanation = explained
    ? await explain(
        engine,
        [windowOf(sources[0], own.before, notes[0]?.facts), windowOf(sources[1], own.after, notes[1]?.facts)],
        difference,
        { ...options, minimumRegion, ignore: own },
      )
    : null;
  return changed(difference, subthreshold, ignored, mask, explanation);
}

/** @param shared the rows of the second file, where another thread decodes it */
function openSources(
  engine: Engine,
  [a, b]: readonly [Input, Input],
  { note }: Portions,
  shared: SharedRows | null,
): readonly [RowSource, RowSource] {
  if (isFile(a) && isFile(b) && !shared) return decodedTogether(engine, [a, b], note);
  const open = (input: Input) =>
    isFile(input) ? decodedAlone(engine, input, note) : keptWhole(engine, input);
  const [first, second] = [open(a), open(b)];
  return [first, shared ? decodedByOther(engine, second, shared) : second];
}

function portionsOf(width: number): Portions {
  const rowsIn = (bytes: number) => Math.max(1, Math.floor(bytes / (4 * width)));
  return { band: rowsIn(bandBytes), window: Math.max(leastWindow, rowsIn(windowBytes)), note: noteBytes };
}

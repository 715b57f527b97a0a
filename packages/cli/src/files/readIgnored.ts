import { readFile } from 'node:fs/promises';
import type { IgnoredRegion } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { decodeText } from '../decodeText.js';

const sides = ['x', 'y', 'width', 'height'];
const isSide = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isBox = (value: unknown): value is IgnoredRegion =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === sides.length &&
  sides.every((side) => isSide(Reflect.get(value, side)));

/**
 * The boxes that a file names, which comparisons of its image ignore.
 * @param shown as the user would write it
 * @throws CliError where it is not a list of boxes, so that nothing is compared without them by mistake
 */
export async function readIgnored(path: string, shown: string): Promise<IgnoredRegion[]> {
  const refuse = (why: string) =>
    new CliError(
      'IGNORE_INVALID',
      `${shown} ${why}: it must list boxes in pixels of its image, as in [{"x": 0, "y": 0, "width": 200, "height": 40}]`,
    );
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read (${error.code})`);
  });
  const boxes = parse(decodeText(bytes));
  if (!Array.isArray(boxes)) throw refuse('is not a list in JSON');
  const wrong = boxes.findIndex((box) => !isBox(box));
  if (wrong >= 0) throw refuse(`has no box as entry ${wrong + 1}`);
  return boxes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

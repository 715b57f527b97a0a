import type { IgnoreArea } from '@svc/schema';
import { type Command, InvalidArgumentError } from 'commander';

export type Box = NonNullable<IgnoreArea['box']>;

/** `x,y,width,height`, in whole pixels. */
export function parseBox(text: string): Box {
  const [x, y, width, height, ...more] = text.split(',').map((part) => part.trim());
  const numbers = [x, y, width, height].map((part) => (/^\d{1,7}$/.test(part ?? '') ? Number(part) : NaN));
  const [left = NaN, top = NaN, wide = NaN, high = NaN] = numbers;
  if (more.length > 0 || numbers.some(Number.isNaN) || wide === 0 || high === 0) {
    throw new InvalidArgumentError(
      'It must be x,y,width,height in whole pixels of the image, from its top left corner, such as 0,0,200,40.',
    );
  }
  return { x: left, y: top, width: wide, height: high };
}

/** The flags that name a place of an image. */
export const addPlaceFlags = (command: Command): Command =>
  command
    .option('--box <x,y,width,height>', 'a box in pixels of the image, from its top left corner', parseBox)
    .option(
      '--element <selector>',
      'an element: tags, #id, .class and [data-testid="…"], with spaces between ancestor and descendant',
    );

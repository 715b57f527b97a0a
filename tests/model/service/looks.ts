import { createHash } from 'node:crypto';
import { image } from '../../../apps/server/testing/image.js';

const colors = { A: [255, 0, 0], B: [0, 255, 0], C: [0, 0, 255], D: [255, 255, 0] } as const;

const images = Object.entries(colors).map(([look, color]) => {
  const png = image(color);
  return { look, png, hash: createHash('sha256').update(png).digest('hex') };
});

/** The image that shows a look. */
export function imageOf(look: string): { png: Buffer; hash: string } {
  const found = images.find((one) => one.look === look);
  if (!found) throw new Error(`there is no image of ${look}`);
  return found;
}

/** The look that the image with this hash shows. */
export function lookOf(hash: string): string {
  const found = images.find((one) => one.hash === hash);
  if (!found) throw new Error(`no look has the hash ${hash}`);
  return found.look;
}

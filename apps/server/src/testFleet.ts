import type { CaptureTarget } from '@svc/schema';
import { PNG } from 'pngjs';
import type { Fleet } from './domain/fleet.js';

/** What a stand-in makes of a target: an image of one shade of red, by a renderer. */
export interface StandIn {
  shade: number;
  unstable?: boolean;
  renderer?: string;
}

/** A fleet without browsers, for tests of what becomes of its images. */
export const createTestFleet = (capture: (target: CaptureTarget) => StandIn): Fleet => ({
  async capture(targets, { onOutcome }) {
    for (const [index, target] of targets.entries()) {
      const { shade, unstable = false, renderer = 'test' } = capture(target);
      const timings = { load: 1, settle: 1, shot: 1 };
      await onOutcome(index, { ok: true, png: image(shade), unstable, timings, renderer });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
});

/** A small image of one shade of red. */
export function image(shade: number): Buffer {
  const png = new PNG({ width: 4, height: 3 });
  for (let index = 0; index < png.data.length; index += 4) png.data.set([shade, 0, 0, 255], index);
  return PNG.sync.write(png);
}

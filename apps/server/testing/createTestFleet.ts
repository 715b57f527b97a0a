import type { CaptureTarget } from '@svc/schema';
import type { Fleet } from '../src/domain/captures/Fleet.js';
import { image } from './image.js';

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

import type { CaptureTarget, DoubtCause, IgnoredRegion, MissingPart } from '@svc/schema';
import type { Fleet } from '../src/domain/captures/Fleet.js';
import { image } from './image.js';

/** What a stand-in makes of a target: an image, of one shade of red unless it is given, by a renderer. */
export interface StandIn {
  shade: number;
  png?: Buffer;
  ignored?: IgnoredRegion[];
  unstable?: boolean;
  doubt?: { cause: DoubtCause; other?: Buffer };
  incomplete?: MissingPart[];
  renderer?: string;
}

/** A fleet without browsers, for tests of what becomes of its images. */
export const createTestFleet = (capture: (target: CaptureTarget) => StandIn): Fleet => ({
  async capture(targets, { onOutcome }) {
    for (const [index, target] of targets.entries()) {
      const {
        shade,
        png = image(shade),
        ignored = [],
        unstable = false,
        doubt,
        incomplete = [],
        renderer = 'test',
      } = capture(target);
      const timings = { load: 1, settle: 1, shot: 1 };
      await onOutcome(index, {
        ok: true,
        png,
        unstable,
        ...(doubt && { doubt }),
        ignored,
        incomplete,
        timings,
        renderer,
      });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
});

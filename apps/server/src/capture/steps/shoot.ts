import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget, IgnoredRegion } from '@svc/schema';
import type { Measure, Rectangle } from '@svc/stabilise';
import type { Expectation } from '../../domain/captures/Fleet.js';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import type { Stage } from '../stage/openStage.js';

type Measured = Measure & { ok: true };

export interface Shot {
  png: Buffer;
  /** No two shots in a row were equal. */
  unstable: boolean;
  /** The shot before the last one, where they differ. */
  other?: Buffer;
  /** Boxes that comparisons ignore, in pixels of the image; they need not be whole, nor lie within it. */
  ignored: IgnoredRegion[];
  /** What the image shows, in CSS pixels from the top left of the document. */
  clip: Rectangle;
}

interface ShotOptions {
  /** What to shoot, as the page has told. */
  measure: Measure;
  /** Asked about each image that differs from the one before; null when nothing is expected. */
  isExpected: Expectation;
  /** It is known to be unstable: one image is enough to show for it. */
  once: boolean;
}

/** Milliseconds to wait before each shot. */
const pauses = [0, 0, 100, 250, 500];
/** The same while a server may say more: one that speaks every second has spoken between two shots. */
const pausesOfStreams = [0, 1_100, 1_100];
/** What an upload may have, too. */
const maxPixels = 64_000_000;

/**
 * Shoots until two images in a row are equal beside what is ignored, five times at most, three while a server may say more. One that is the expected image needs no second.
 */
export async function shoot(
  stage: Stage,
  target: CaptureTarget,
  doing: Doing,
  { measure, isExpected, once }: ShotOptions,
): Promise<Shot> {
  doing.now = 'taking the image';
  const selector = target.selector ?? null;
  if (!measure.ok) throw new CaptureFailure(describeProblem(measure, selector));
  const { clip } = measure;
  const take = planShot(stage, measure);
  const ignored = ignoredOf(measure, stage.deviceScaleFactor);
  if (once) return { png: Buffer.from(await take(), 'base64'), unstable: true, ignored, clip };
  let last = '';
  let png = Buffer.alloc(0);
  let other = png;
  const hears = stage.streams.areOpen() || stage.requests.inFlight() > 0;
  for (const pause of hears ? pausesOfStreams : pauses) {
    if (pause > 0) await sleep(pause);
    const next = await take();
    if (next === last) return { png, unstable: false, ignored, clip };
    other = png;
    png = Buffer.from(next, 'base64');
    if (last !== '' && ignored.length > 0 && (await stage.looksSame(other, png, ignored))) {
      return { png, unstable: false, ignored, clip };
    }
    last = next;
    if (await isExpected?.(png, ignored)) return { png, unstable: false, ignored, clip };
  }
  return { png, other, unstable: true, ignored, clip };
}

/** More than can be told apart in a picture, and what a snapshot may have. */
const mostIgnored = 1_000;

function ignoredOf(measure: Measured, scale: number): IgnoredRegion[] {
  const { clip } = measure;
  const inPicture = measure.ignored.filter(
    ({ x, y, width, height }) =>
      x < clip.x + clip.width && y < clip.y + clip.height && x + width > clip.x && y + height > clip.y,
  );
  if (inPicture.length > mostIgnored) {
    throw new CaptureFailure(
      `${inPicture.length} elements are to be ignored, more than ${mostIgnored}: mark an element around them instead`,
    );
  }
  return inPicture.map(({ x, y, width, height }) => ({
    x: (x - clip.x) * scale,
    y: (y - clip.y) * scale,
    width: width * scale,
    height: height * scale,
  }));
}

function planShot({ cdp, deviceScaleFactor }: Stage, { clip, viewport }: Measured): () => Promise<string> {
  const [width, height] = [clip.width * deviceScaleFactor, clip.height * deviceScaleFactor];
  if (width * height > maxPixels) {
    throw new CaptureFailure(
      `the page is ${width}×${height} pixels, more than ${maxPixels / 1e6} megapixels; ` +
        'use cropToViewport or a selector',
    );
  }
  const fits = clip.x + clip.width <= viewport.width && clip.y + clip.height <= viewport.height;
  const isViewport =
    clip.x === 0 && clip.y === 0 && clip.width === viewport.width && clip.height === viewport.height;
  return async () => {
    const { data } = await cdp.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: !fits,
      // A clip, even of all that is to be seen, costs another layout.
      ...(!isViewport && { clip: { ...clip, scale: 1 } }),
    });
    return data;
  };
}

const describeProblem = (measure: Measure & { ok: false }, selector: string | null): string =>
  measure.problem === 'bad ignore'
    ? `ignore: ${measure.selector} is not a valid CSS selector`
    : `selector ${selector} ${problems[measure.problem]}`;

const problems = {
  'bad selector': 'is not a valid CSS selector',
  'no match': 'matches nothing on the page',
  'no size': 'matches an element that has no size',
};

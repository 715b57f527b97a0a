import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget, StoryEntry } from '@svc/schema';
import { pickParameters, readParameters } from '@svc/schema/storyParameters';
import { storyTargets } from '@svc/schema/storyTargets';
import { defaultViewport } from '@svc/schema/viewports';
import { extractStorybook, measureShot } from '@svc/stabilise';
import { evaluateInFrames } from '../driver/evaluateInFrames.js';
import { type HeldPicture, takeHeld } from '../driver/takeHeld.js';
import type { Box, Shot } from '../Shot.js';
import { sizeOfPng } from '../sizeOfPng.js';
import { openVariant } from './openVariant.js';
import type { StoryOptions } from './StoryOptions.js';
import type { StoryPage } from './StoryPage.js';
import { storySteps } from './storySteps.js';

/** A picture of a story, without the attempt of its test. */
export type StoryShot = Omit<Shot, 'file' | 'attempt'>;

/** Boxes that a snapshot may have. */
const mostIgnored = 1_000;

interface Taking {
  /** The preview, in its usual size; other sizes and modes are shown in pages beside it. */
  page: StoryPage;
  storyId: string;
  options: StoryOptions;
  /** As Playwright calls it. */
  browserName: string | undefined;
  /** Shows the story in `page`, where that does not yet. */
  show?(delay: number | undefined): Promise<void>;
  /** Whether a picture is what its snapshot is compared with, as far as that is known. */
  isBase(shot: StoryShot, png: Buffer): boolean;
  /** Answers why the test fails, null if it does not. */
  keep(shot: StoryShot, picture: HeldPicture): Promise<string | null>;
}

/**
 * Takes every picture that the parameters of a story ask for.
 * @throws Error that says what could not be taken, or is to be reviewed
 */
export async function takePictures(taking: Taking): Promise<void> {
  const { page, storyId } = taking;
  const problems: string[] = [];
  for (const target of storyTargets(await storyOf(page, storyId), 'stories-a')) {
    try {
      const { ignore, ...picture } = await takeTarget(taking, target);
      const failure = await taking.keep({ ...shotOf(taking, target), ignore }, picture);
      if (failure !== null) problems.push(failure);
    } catch (error) {
      problems.push(`no picture of ${target.name}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.map((problem) => `svc: ${problem}`).join('\n'));
}

/** The story as `svc stories-a` discovers it. */
async function storyOf(page: StoryPage, storyId: string): Promise<StoryEntry> {
  const [found] = await page.evaluate(extractStorybook, {
    ids: [storyId],
    names: [...readParameters],
    only: true,
  });
  if (!found) throw new Error(`svc: Storybook does not load the story ${storyId}`);
  const { id, name, title, tags } = found;
  const parameters = pickParameters(JSON.parse(found.parameters));
  const url = new URL(`iframe.html?id=${encodeURIComponent(id)}&viewMode=story`, page.url()).href;
  return { id, name, title, tags, url, ...(parameters && { parameters }) };
}

async function takeTarget(taking: Taking, target: CaptureTarget): Promise<HeldPicture & { ignore: Box[] }> {
  const { page: usual, storyId, options, show } = taking;
  if (target.problem !== undefined) throw new Error(target.problem);
  const stabilise = storySteps(options.stabilise);
  const isUsual = looksAsUsual(usual, target);
  if (isUsual) await show?.(target.delay);
  const page = isUsual ? usual : await openVariant(usual, storyId, target, stabilise);
  try {
    if (target.delay) await sleep(target.delay);
    const { ignoreSelectors, pauseAnimationAtEnd: atEnd } = target;
    let ignore: Box[] = [];
    let box: Box | null = null;
    const driver = {
      evaluate: (expression: string) => evaluateInFrames(page, expression),
      screenshot: async () => {
        const picture = await shoot(page, target);
        ({ ignore, clip: box } = picture);
        return picture.png;
      },
      shown: () => ({ fullPage: true, box }),
    };
    const { layout } = options;
    const isBase = (png: Buffer) => taking.isBase(shotOf(taking, target), png);
    return {
      ...(await takeHeld(driver, { ignoreSelectors, atEnd, stabilise, layout, isBase })),
      ignore,
    };
  } finally {
    if (!isUsual) await page.close();
  }
}

/** Whether a target looks as the story does in its own page. */
function looksAsUsual(page: StoryPage, target: CaptureTarget): boolean {
  const size = page.viewportSize();
  const { width, height } = target.viewport ?? defaultViewport;
  return (
    size?.width === width &&
    size.height === height &&
    target.metadata?.globals === undefined &&
    (target.media ?? target.forcedColors ?? target.prefersReducedMotion) === undefined
  );
}

interface Picture {
  png: Buffer;
  /** What it shows of the page. */
  clip: Box;
  ignore: Box[];
}

/** The same part of the page as a capture shows, and what of it comparisons ignore. */
async function shoot(
  page: StoryPage,
  { selector, cropToViewport = false, ignore = [] }: CaptureTarget,
): Promise<Picture> {
  const measure = await page.evaluate(measureShot, { selector: selector ?? null, cropToViewport, ignore });
  if (!measure.ok) {
    throw new Error(
      measure.problem === 'bad ignore'
        ? `ignore: ${measure.selector} is not a valid CSS selector`
        : `selector ${selector}: ${measure.problem}`,
    );
  }
  const { clip, ignored } = measure;
  const options = { type: 'png', fullPage: true, clip, animations: 'allow', caret: 'initial' } as const;
  const png = Buffer.from(await page.screenshot(options));
  return { png, clip, ignore: boxesIn(clip, ignored, sizeOfPng(png).width / clip.width) };
}

/** @param scale pixels of the picture for each of the page */
function boxesIn(clip: Box, boxes: readonly Box[], scale: number): Box[] {
  const seen = boxes.filter(
    ({ x, y, width, height }) =>
      x < clip.x + clip.width && y < clip.y + clip.height && x + width > clip.x && y + height > clip.y,
  );
  if (seen.length > mostIgnored)
    throw new Error(
      `${seen.length} elements are to be ignored, more than ${mostIgnored}: mark an element around them instead`,
    );
  return seen.map(({ x, y, width, height }) => ({
    x: (x - clip.x) * scale,
    y: (y - clip.y) * scale,
    width: width * scale,
    height: height * scale,
  }));
}

function shotOf(
  { storyId, options, browserName }: Taking,
  { name, viewport, path = [], diffThreshold, diffIncludeAntiAliasing, metadata }: CaptureTarget,
): StoryShot {
  return {
    suite: options.suite,
    name,
    viewport,
    // Chromium is that of the fleet.
    browser: options.browser ?? (browserName === 'chromium' ? undefined : browserName),
    threshold: diffThreshold ?? options.threshold,
    antiAliasing: diffIncludeAntiAliasing ?? options.antiAliasing,
    tags: [...((metadata?.tags as string[] | undefined) ?? []), ...(options.tags ?? [])],
    testId: storyId,
    path,
  };
}

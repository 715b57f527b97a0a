import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget, StoryEntry } from '@svc/schema';
import { pickParameters, readParameters } from '@svc/schema/storyParameters';
import { storyTargets } from '@svc/schema/storyTargets';
import { defaultViewport } from '@svc/schema/viewports';
import { extractStorybook, measureShot } from '@svc/stabilise';
import { evaluateInFrames, jestTest, ShotFolder, takeHeld } from '@svc/test-core/driver';
import { openVariant } from './openVariant.js';
import { type SvcStorybookOptions, storySteps } from './options.js';
import type { StoryPage } from './StoryPage.js';

/** Takes every snapshot that the parameters of a story ask for, and keeps each for its upload. */
export async function takeStory(
  page: StoryPage,
  storyId: string,
  options: SvcStorybookOptions,
): Promise<void> {
  const folder = ShotFolder.ofRun();
  if (!folder)
    throw new Error('@svc/storybook: put withSvcJest(getJestConfig()) into test-runner-jest.config.js');
  const problems: string[] = [];
  for (const target of storyTargets(await storyOf(page, storyId), 'stories-a')) {
    try {
      const png = await takeTarget(page, storyId, target, options);
      const { mode, onUploadError } = options;
      folder.keep({ shot: shotOf(storyId, target, options), mode, onUploadError }, png);
    } catch (error) {
      problems.push(`${target.name}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new Error(`svc: no picture of ${problems.join('\nsvc: no picture of ')}`);
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

async function takeTarget(
  visited: StoryPage,
  storyId: string,
  target: CaptureTarget,
  { stabilise: given }: SvcStorybookOptions,
): Promise<Buffer> {
  if (target.problem !== undefined) throw new Error(target.problem);
  const stabilise = storySteps(given);
  const isVisited = looksAsVisited(visited, target);
  const page = isVisited ? visited : await openVariant(visited, storyId, target, stabilise);
  try {
    if (target.delay) await sleep(target.delay);
    const { ignoreSelectors, pauseAnimationAtEnd: atEnd } = target;
    const driver = {
      evaluate: (expression: string) => evaluateInFrames(page, expression),
      screenshot: () => shoot(page, target),
    };
    return await takeHeld(driver, { ignoreSelectors, atEnd, stabilise });
  } finally {
    if (!isVisited) await page.close();
  }
}

/** Whether a target looks as the runner has left the page. */
function looksAsVisited(page: StoryPage, target: CaptureTarget): boolean {
  const size = page.viewportSize();
  const { width, height } = target.viewport ?? defaultViewport;
  return (
    size?.width === width &&
    size.height === height &&
    target.metadata?.globals === undefined &&
    (target.media ?? target.forcedColors ?? target.prefersReducedMotion) === undefined
  );
}

/** The same part of the page as a capture shows. */
async function shoot(page: StoryPage, { selector, cropToViewport = false }: CaptureTarget) {
  const measure = await page.evaluate(measureShot, { selector: selector ?? null, cropToViewport });
  if (!measure.ok) throw new Error(`selector ${selector}: ${measure.problem}`);
  const { clip } = measure;
  return page.screenshot({ type: 'png', fullPage: true, clip, animations: 'allow', caret: 'initial' });
}

/** The browser that the runner says it uses; Chromium is that of the fleet. */
function runningBrowser(): string | undefined {
  const { browserName } = globalThis as { browserName?: string };
  return browserName === 'chromium' ? undefined : browserName;
}

function shotOf(
  storyId: string,
  { name, viewport, path = [], diffThreshold, diffIncludeAntiAliasing, metadata }: CaptureTarget,
  options: SvcStorybookOptions,
): Parameters<ShotFolder['keep']>[0]['shot'] {
  return {
    suite: options.suite,
    name,
    viewport,
    browser: options.browser ?? runningBrowser(),
    threshold: diffThreshold ?? options.threshold,
    antiAliasing: diffIncludeAntiAliasing ?? options.antiAliasing,
    tags: [...((metadata?.tags as string[] | undefined) ?? []), ...(options.tags ?? [])],
    testId: storyId,
    path,
    attempt: jestTest()?.attempt,
  };
}

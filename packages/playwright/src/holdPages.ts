import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';
import {
  type HoldAnswer,
  holdScript,
  releaseScript,
  type Stabilise,
  startScript,
  stepsOf,
} from '@svc/stabilise';
import { noteExpectedPictures } from './expectedSlot.js';
import { unreported } from './internals.js';
import { chromium } from './runner.js';
import { sharedState } from './sharedState.js';
import { type ExpectOptions, takeExpected } from './takeExpected.js';

/** For the longest that settling may take, on a busy machine: the picture is taken anyway. */
const holdLimitMs = 20_000;
const releaseLimitMs = 5_000;

/** Methods of Playwright by their names, some of them internal: each is looked for before it is used. */
type Methods = Record<string, ((...args: unknown[]) => Promise<unknown>) | undefined>;

const prototypeOf = (object: object) => Object.getPrototypeOf(object) as Methods;

function wrap(
  object: object,
  name: string,
  wrapper: (own: object, args: unknown[], original: () => Promise<unknown>) => Promise<unknown>,
): void {
  const prototype = prototypeOf(object);
  const method = prototype[name];
  if (!method) return;
  prototype[name] = function (this: object, ...args) {
    return wrapper(this, args, () => method.apply(this, args));
  };
}

/**
 * Holds every page still for every picture of `toHaveScreenshot`, in the worker that calls this. Playwright has no such hook,
 * so its own methods are wrapped: the public ones that make contexts, and the one that takes the picture.
 */
export function holdPages(stabilise: Stabilise | undefined): void {
  if (process.env.TEST_WORKER_INDEX === undefined || sharedState.holdsPages) return;
  sharedState.holdsPages = true;
  const script = startScript(stabilise);
  let knowsBrowsers = false;
  let knowsPages = false;

  const onPage = (page: Page) => {
    noteExpectedPictures();
    if (knowsPages) return;
    knowsPages = true;
    wrap(page, '_expectScreenshot', (own, [given], original) => {
      const options = (given ?? {}) as ExpectOptions;
      const steps = withoutMotion(stabilise, options);
      return takeExpected(own as Page, options, {
        settled: (take) => whileHeld(own as Page, steps && { ...steps, motion: false, repaint: false }, take),
        repainted: (take) => whileHeld(own as Page, steps && { ...steps, motion: false }, take),
        held: (take) => whileHeld(own as Page, steps, take),
        loop: original,
      });
    });
  };
  const onContext = async (context: BrowserContext) => {
    context.pages().forEach(onPage);
    context.on('page', onPage);
    if (stabilise !== false) await unreported(context, () => context.addInitScript({ content: script }));
    return context;
  };
  const onBrowser = (browser: Browser) => {
    if (!knowsBrowsers) {
      knowsBrowsers = true;
      for (const name of ['newContext', '_newContextForReuse'])
        wrap(browser, name, async (_, __, original) => onContext((await original()) as BrowserContext));
    }
    return browser;
  };
  for (const name of ['launch', 'connect', 'connectOverCDP'])
    wrap(chromium, name, async (_, __, original) => onBrowser((await original()) as Browser));
  wrap(chromium, 'launchPersistentContext', async (_, __, original) =>
    onContext((await original()) as BrowserContext),
  );
}

/** A picture that is to show animations as they are shows them. */
function withoutMotion(
  stabilise: Stabilise | undefined,
  { animations }: ExpectOptions,
): false | ReturnType<typeof stepsOf> {
  if (stabilise === false) return false;
  return animations === 'allow' ? { ...stepsOf(stabilise), motion: false } : stepsOf(stabilise);
}

/**
 * Takes a picture while all frames of a page are held.
 * @param take learns whether anything on the page is animated
 */
export async function whileHeld<T>(
  page: Page,
  stabilise: Stabilise | undefined,
  take: (moves: boolean) => Promise<T>,
): Promise<T> {
  if (stabilise === false) return take(false);
  // Playwright hides the caret itself, and takes pictures until two are alike.
  const script = holdScript({ stabilise, hidden: null, quietMs: 0 });
  const frames = page.frames();
  const answers = await Promise.all(frames.map((frame) => evaluate<HoldAnswer>(frame, script, holdLimitMs)));
  const touched = frames.filter((_, index) => !answers[index]?.isUntouched);
  try {
    return await take(answers.some((answer) => answer?.ok && answer.moves));
  } finally {
    await Promise.all(touched.map((frame) => evaluate(frame, releaseScript, releaseLimitMs)));
  }
}

/** A frame that goes away meanwhile, or does not answer, holds nothing up. */
async function evaluate<T>(frame: Frame, script: string, limitMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  const answer = unreported(frame, () => frame.evaluate<T>(script)).catch(() => null);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

import type { Answer } from '@svc/test-core/vitest';
import { expect, recordArtifact } from 'vitest';
import { commands, type Locator, page } from 'vitest/browser';
import type { Media } from '../emulate.js';
import type { SvcViewport } from '../options.js';
import type { Announced, PictureSettings, Reference, Taken } from '../Taken.js';
import { inEachMode } from './inEachMode.js';
import { checkMatchOptions, type SvcMatchOptions } from './SvcMatchOptions.js';
import { bytesOf, sleep, takeStable } from './takeStable.js';
import { attemptOf, countMatched, countTaken, type Task, titlesOf } from './testState.js';

/** The half of the plugin that runs in Vitest's own process. */
const plugin = commands as unknown as {
  svcSettings(): Promise<PictureSettings>;
  svcIsKnown(announced: Announced): Promise<boolean>;
  svcTake(taken: Taken): Promise<Answer>;
  svcEmulate(media: Media): Promise<void>;
};

/** As Vitest's own `toMatchScreenshot` has them. */
const defaults = {
  animations: 'disabled',
  caret: 'hide',
  fullPage: true,
  omitBackground: false,
  scale: 'device',
};
const defaultTimeout = 5_000;

let settings: Promise<PictureSettings> | null = null;

type Target = Element | Locator | typeof page;

interface State {
  isNot?: boolean | undefined;
  task?: unknown;
  currentTestName?: string | undefined;
}

interface Verdict {
  pass: boolean;
  message: () => string;
}

/** Options of Vitest's `toMatchScreenshot`. */
interface NativeOptions {
  screenshotOptions?: Record<string, unknown> & { mask?: readonly (Element | Locator)[] };
  timeout?: number;
}

const isPage = (target: Target): target is typeof page =>
  'viewport' in target && !('getBoundingClientRect' in target);

async function elementOf(target: Element | Locator): Promise<Element> {
  if (target instanceof Element) return target;
  return 'findElement' in target ? target.findElement() : (target as Locator).element();
}

const select = (selectors: readonly string[] = []): Element[] =>
  selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);

function taskOf({ task, isNot }: State, matcher: string): Task {
  if (isNot)
    throw new Error(`${matcher} cannot be used with .not: a snapshot cannot be expected not to match`);
  if (task === undefined) throw new Error(`${matcher} cannot be used outside of a test`);
  return task as Task;
}

/** @param count of the calls in this test: Vitest counts those with a name as well */
function referenceOf({ currentTestName: testName = '' }: State, name: unknown, count: number): Reference {
  return { name: typeof name === 'string' ? name : `${testName} ${count}`, testName };
}

type Named = Omit<Taken, 'taskId' | 'titles' | 'attempt' | 'png' | 'record' | 'reference'>;

/** Tells of a picture whether it is what its snapshot is compared with: each is asked about once. */
function knownIn(task: Task, named: Named): (png: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  const ask = async (png: string) => {
    // Only documents of a secure origin have it.
    if (!crypto.subtle) return false;
    const digest = await crypto.subtle.digest('SHA-256', bytesOf(png));
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return plugin.svcIsKnown({ ...named, titles: titlesOf(task), attempt: attemptOf(task), hash });
  };
  return (png) => {
    const answer = answers.get(png) ?? ask(png);
    answers.set(png, answer);
    return answer;
  };
}

/** Sends a picture, and turns what becomes of it into the verdict of a matcher. */
async function send(task: Task, taken: Omit<Taken, 'taskId' | 'titles' | 'attempt'>): Promise<Verdict> {
  const { failure, images } = await plugin.svcTake({
    ...taken,
    taskId: task.id,
    titles: titlesOf(task),
    attempt: attemptOf(task),
  });
  if (images) await attach(task, failure ?? 'unchanged', images);
  return { pass: failure === null, message: () => failure ?? '' };
}

/** Under the names of which Vitest's reports make a slider. */
async function attach(task: Task, message: string, images: NonNullable<Answer['images']>): Promise<void> {
  const named = { reference: images.expected, actual: images.actual, diff: images.diff };
  const attachments = await Promise.all(
    Object.entries(named).flatMap(([name, body]) => (body === null ? [] : [attachmentOf(name, body)])),
  );
  await recordArtifact(
    task as never,
    {
      type: 'internal:toMatchScreenshot',
      kind: 'visual-regression',
      message,
      attachments,
    } as never,
  );
}

async function attachmentOf(name: string, body: string) {
  const image = new Image();
  image.src = `data:image/png;base64,${body}`;
  await image.decode();
  return {
    name,
    body,
    bodyEncoding: 'base64',
    contentType: 'image/png',
    width: image.naturalWidth,
    height: image.naturalHeight,
  };
}

async function settingsOf(given: NativeOptions) {
  settings ??= plugin.svcSettings();
  const project = await settings;
  const { mask = [], ...options } = {
    ...defaults,
    ...project.screenshotOptions,
    ...given.screenshotOptions,
  } as NonNullable<NativeOptions['screenshotOptions']>;
  return {
    options,
    mask: await Promise.all(mask.map(elementOf)),
    timeout: given.timeout ?? project.timeout ?? defaultTimeout,
    layout: project.layout,
  };
}

expect.extend({
  async toMatchScreenshot(
    this: State,
    target: Target,
    name?: string | NativeOptions,
    options?: NativeOptions,
  ): Promise<Verdict> {
    const task = taskOf(this, 'toMatchScreenshot');
    const given = typeof name === 'string' ? name : countTaken(task);
    const reference = referenceOf(this, name, countMatched(task));
    const element = isPage(target) ? null : await elementOf(target);
    const picture = await settingsOf(options ?? (typeof name === 'object' ? name : {}));
    const named = { name: given, isWhole: false, viewport: null };
    const isKnown = knownIn(task, named);
    const taken = await takeStable({ ...picture, element, style: '', isKnown });
    return send(task, { ...named, reference, ...taken });
  },

  async toMatchSvc(
    this: State,
    target: Target,
    name?: string | SvcMatchOptions,
    options?: SvcMatchOptions,
  ): Promise<Verdict> {
    const task = taskOf(this, 'toMatchSvc');
    const given = typeof name === 'string' ? name : countTaken(task);
    const own = options ?? (typeof name === 'object' ? name : {});
    checkMatchOptions(own);
    return takeSizes(task, target, given, own);
  },
});

/** Takes a snapshot in every mode and size that is asked for. All of them are sent, even if the first one fails. */
async function takeSizes(
  task: Task,
  target: Target,
  name: string | number,
  {
    viewports,
    modes,
    delay,
    element,
    mask,
    ignoreSelectors = [],
    fullPage = false,
    layout,
    ...rest
  }: SvcMatchOptions,
): Promise<Verdict> {
  const { innerWidth: width, innerHeight: height } = window;
  const picture = await settingsOf({});
  const verdicts: Verdict[] = [];
  let isResized = false;
  const shoot = async (suffix: string, viewport: SvcViewport | null) => {
    const size = viewport ?? (isResized ? { width, height } : null);
    if (size) await page.viewport(size.width, size.height);
    isResized = viewport !== null || fullPage;
    if (delay) await sleep(delay);
    const shown = await shownOf(target, element);
    if (fullPage && !shown) {
      const whole = Math.max(window.innerHeight, document.documentElement.scrollHeight);
      await page.viewport(window.innerWidth, whole);
    }
    const style = ignoreSelectors.map((one) => `${one} { visibility: hidden !important; }`).join('\n');
    const named = { ...rest, name, suffix, isWhole: true, viewport };
    const taken = await takeStable({
      ...picture,
      layout: layout ?? picture.layout,
      ...{ element: shown, mask: select(mask), style },
      isKnown: knownIn(task, named),
    });
    verdicts.push(await send(task, { ...named, reference: null, ...taken }));
  };
  try {
    const emulate = (media: Media) => plugin.svcEmulate(media);
    await inEachMode(modes, emulate, async (suffix, viewport) => {
      for (const one of viewport ? [viewport] : (viewports ?? [null])) await shoot(suffix, one);
    });
  } finally {
    if (isResized) await page.viewport(width, height);
  }
  const failed = verdicts.filter(({ pass }) => !pass);
  return { pass: failed.length === 0, message: () => failed.map(({ message }) => message()).join('\n\n') };
}

/** Null for the page. */
async function shownOf(target: Target, selector: string | undefined): Promise<Element | null> {
  if (selector !== undefined) {
    const found = document.querySelector(selector);
    if (!found) throw new Error(`no element matches "${selector}"`);
    return found;
  }
  return isPage(target) ? null : elementOf(target);
}

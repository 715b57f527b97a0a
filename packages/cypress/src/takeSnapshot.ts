import { type DriverViewport, evaluateInFrames } from '@svc/test-core/page';
import type { Commands, Globals, PageWindow } from './CypressPage.js';
import { type EmulatedMedia, type Plan, type PlannedPicture, screenshotPrefix, tasks } from './Plan.js';

const quiet = { log: false } as const;
/** Settling has limits of its own, which a busy machine needs. */
const patient = { log: false, timeout: 60_000 } as const;

/** What shows the page again as the browser is set, while a mode is shown. */
let usualMedia: EmulatedMedia | null = null;

/**
 * Enqueues the commands that take the pictures of a plan.
 * @param subject an element of the page; null for the page
 */
export function takeSnapshot(globals: Globals, plan: Plan, subject: unknown): void {
  const { cy } = globals;
  const isResized = plan.pictures.some(({ viewport }) => viewport !== null);
  cy.window(quiet).then(quiet, ({ innerWidth, innerHeight }) => {
    const usual = { width: innerWidth, height: innerHeight };
    const resize = ({ width, height }: DriverViewport) => {
      if (isResized) cy.viewport(width, height, quiet);
    };
    for (const picture of plan.pictures) {
      resize(picture.viewport ?? usual);
      takePicture(globals, plan, picture, subject);
    }
    resize(usual);
    if (plan.usualMedia) restoreMedia(globals);
  });
}

/** A test that has failed in a mode leaves the browser in it. */
export function endMode(globals: Globals): void {
  if (usualMedia) restoreMedia(globals);
}

/** Enqueues what shows the page again as the browser is set. */
function restoreMedia({ cy, Cypress }: Globals): void {
  cy.wrap(null, quiet).then(quiet, async () => {
    const media = usualMedia;
    usualMedia = null;
    if (media) await Cypress.automation('remote:debugger:protocol', setMedia(media));
    return null;
  });
}

const setMedia = (params: EmulatedMedia) => ({ command: 'Emulation.setEmulatedMedia', params });

function takePicture(globals: Globals, plan: Plan, picture: PlannedPicture, subject: unknown): void {
  const { cy } = globals;
  const { name, viewport, media } = picture;
  if (media) cy.wrap(null, quiet).then(patient, () => showMode(globals, plan, media));
  if (plan.delay > 0) cy.wait(plan.delay, quiet);
  cy.window(quiet).then(patient, (page) => evaluateAll(page, plan.before));
  let taken: { path: string; pixelRatio: number } | undefined;
  partOf(cy, plan, subject).screenshot(`${screenshotPrefix}${plan.id}`, {
    log: false,
    capture: plan.fullPage ? 'fullPage' : 'viewport',
    scale: false,
    overwrite: true,
    disableTimersAndAnimations: plan.pausesTimers,
    onAfterScreenshot: (_, { path, pixelRatio }) => {
      taken = { path, pixelRatio };
    },
  });
  cy.window(quiet)
    .then(patient, async (page) => {
      await evaluateAll(page, plan.after);
      return { page: sizeOf(page), window: sizeOf(globals.top ?? page) };
    })
    .then(quiet, (sizes) => {
      const isScrolled = plan.fullPage || plan.element !== null || subject !== null;
      return cy.task<null>(
        tasks.keep,
        { id: plan.id, name, viewport, ...taken, ...sizes, isScrolled },
        quiet,
      );
    });
}

/** What a picture shows: `cy` itself stands for the page. */
function partOf(cy: Commands, { element }: Plan, subject: unknown): Pick<Commands, 'screenshot'> {
  if (element !== null) return cy.get(element, { ...quiet, withinSubject: null });
  return subject === null ? cy : cy.wrap(subject, quiet);
}

const sizeOf = ({ innerWidth, innerHeight }: Pick<PageWindow, 'innerWidth' | 'innerHeight'>) => ({
  width: innerWidth,
  height: innerHeight,
});

async function showMode({ Cypress }: Globals, plan: Plan, media: EmulatedMedia): Promise<null> {
  usualMedia = plan.usualMedia;
  await Cypress.automation('remote:debugger:protocol', setMedia(media)).then(null, (error: Error) => {
    throw new Error(
      `modes need Chrome, Edge or Electron, which can show a page in another mode: ${error.message}`,
    );
  });
  return null;
}

/** Evaluates expressions in every frame of a page, one after the other. */
async function evaluateAll(page: PageWindow, expressions: readonly string[]): Promise<null> {
  const [main, ...frames] = framesOf(page).map((frame) => ({
    evaluate: async (expression: string) => frame.eval(expression),
  }));
  if (!main) throw new Error('there is no page');
  for (const expression of expressions) {
    const answer = await evaluateInFrames(
      { mainFrame: () => main, frames: () => [main, ...frames] },
      expression,
    );
    const { ok = true, badSelector } = (answer ?? {}) as { ok?: boolean; badSelector?: string };
    if (!ok) throw new Error(`ignoreSelectors: "${badSelector}" is not a selector`);
  }
  return null;
}

/** A page and its frames; those of other sites cannot be reached. */
function framesOf(page: PageWindow): PageWindow[] {
  const frames = [page];
  for (let index = 0; index < page.length; index += 1) {
    try {
      const frame = page[index];
      if (frame?.document) frames.push(...framesOf(frame));
    } catch {
      // Of another site.
    }
  }
  return frames;
}

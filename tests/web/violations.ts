import engine from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilShown } from './untilShown.js';

declare global {
  var axe: typeof engine | undefined;
}

/** What axe finds serious or critical on a page, one line a rule. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated over the protocol, so that the policy of the page stays as strict as it is.
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(engine.source);
  const found = await page.evaluate(async () => {
    const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
    return (await globalThis.axe?.run(document, options))?.violations;
  });
  if (!found) throw new Error('axe is not on the page');
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Ends once the colors of a look that was just emulated stand; axe would measure those of a running transition. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Transitions of the new look start with its first frame.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** A desk in daylight, and a phone at night. */
const looks = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** Loads a page at one end and takes it to the other: nothing serious is found at either, and nothing is cut off. */
export async function expectNothingSerious(open: (look: (typeof looks)[0]) => Promise<Page>): Promise<void> {
  const page = await open(looks[0]);
  await untilShown(page);
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await endTransitions(page);
    expect(await violations(page), colorScheme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), colorScheme).toBe(viewport.width);
  }
}

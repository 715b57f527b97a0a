import { createRequire } from 'node:module';
import type engine from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilShown } from './untilShown.js';

declare global {
  var axe: typeof engine | undefined;
}

/** The minified one: a page compiles it in two thirds of the time. */
const { source }: typeof engine = createRequire(import.meta.url)('axe-core/axe.min.js');

type Impact = 'minor' | 'moderate' | 'serious' | 'critical';
const moderateOrWorse: readonly Impact[] = ['moderate', 'serious', 'critical'];

/**
 * What axe finds on a page, moderate or worse unless told otherwise, one line a rule.
 * @param include CSS selector of the part that is looked at; the whole page without one
 */
export async function violations(page: Page, impacts = moderateOrWorse, include?: string): Promise<string[]> {
  // Evaluated over the protocol, so that the policy of the page stays as strict as it is.
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(source);
  const found = await page.evaluate(async (part) => {
    const options = {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Forced colors are those that somebody chose: axe measures the ones of the page.
      rules: { 'color-contrast': { enabled: !matchMedia('(forced-colors: active)').matches } },
    };
    return (await globalThis.axe?.run(part ? { include: [part] } : document, options))?.violations;
  }, include);
  if (!found) throw new Error('axe is not on the page');
  return found
    .filter(({ impact }) => impact && impacts.includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
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

/** Every color scheme and every width, also that of a desk at a zoom of 200 %. */
const looks = [
  { colorScheme: 'light', forcedColors: 'none', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', forcedColors: 'none', viewport: { width: 1024, height: 768 } },
  { colorScheme: 'dark', forcedColors: 'active', viewport: { width: 720, height: 450 } },
  { colorScheme: 'dark', forcedColors: 'none', viewport: { width: 390, height: 844 } },
] as const;

/** Loads a page and takes it through every look: nothing of these impacts is found in any, and nothing is cut off. */
export async function expectNoViolations(
  open: (look: (typeof looks)[0]) => Promise<Page>,
  impacts?: readonly Impact[],
): Promise<void> {
  const page = await open(looks[0]);
  await untilShown(page);
  for (const { colorScheme, forcedColors, viewport } of looks) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.setViewportSize(viewport);
    await endTransitions(page);
    const look = `${colorScheme}, forced colors ${forcedColors}, ${viewport.width} pixels wide`;
    // A look reaches all that inherits its colors a moment later.
    await expect.poll(() => violations(page, impacts), { message: look, timeout: 20_000 }).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), look).toBe(viewport.width);
  }
}

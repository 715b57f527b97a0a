import { setTimeout as sleep } from 'node:timers/promises';
import { holdScript, releaseScript, type Shown, shownLayoutScript, stepsOf } from '@svc/stabilise';
import { sizeOfPng } from '../sizeOfPng.js';
import { takeUntilAlike } from '../takeUntilAlike.js';
import type { DriverOptions } from './DriverOptions.js';
import { maskScript, unmaskScript } from './maskScript.js';
import type { PageDriver } from './PageDriver.js';

type HeldOptions = Pick<
  DriverOptions,
  'mask' | 'ignoreSelectors' | 'element' | 'fullPage' | 'stabilise' | 'layout'
> & {
  /** Whether animations that end are put at their end, or at their start; true if absent. */
  atEnd?: boolean | undefined;
  /** Whether a picture is what its snapshot is compared with: it needs no second one, and no layout record. */
  isBase?: ((png: Buffer) => boolean) | undefined;
};

export interface HeldPicture {
  png: Buffer;
  /** A layout record as JSON; null where none was taken. */
  layout: string | null;
}

type HeldDriver = Pick<PageDriver, 'evaluate' | 'screenshot'> & {
  /** What the last picture shows, where the options do not say. */
  shown?: (() => Omit<Shown, 'picture'>) | undefined;
};

/** Takes a picture of a page while all of its frames are held. */
export async function takeHeld(driver: HeldDriver, options: HeldOptions): Promise<HeldPicture> {
  const { mask, ignoreSelectors = [], element, fullPage, atEnd, isBase } = options;
  const stabilise = stepsOf(options.stabilise);
  const held = await driver.evaluate(holdScript({ stabilise, hidden: ignoreSelectors, quietMs: 0, atEnd }));
  const { ok = true, badSelector } = (held ?? {}) as { ok?: boolean; badSelector?: string };
  if (!ok) throw new Error(`ignoreSelectors: "${badSelector}" is not a selector`);
  let isMasked = false;
  const unmask = async () => {
    if (isMasked) await driver.evaluate(unmaskScript);
    isMasked = false;
  };
  try {
    isMasked = (mask?.length ?? 0) > 0;
    if (mask?.length) await driver.evaluate(maskScript(mask));
    const png = await takeUntilAlike(() => driver.screenshot({ element, fullPage }), isBase);
    await unmask();
    if (options.layout === false || isBase?.(png)) return { png, layout: null };
    const shown = driver.shown?.() ?? { selector: element, fullPage };
    return { png, layout: await readLayout(driver, png, shown) };
  } finally {
    await unmask();
    await driver.evaluate(releaseScript);
  }
}

/** Longer than a record may take on a machine that does much else. */
const limitMs = 2_000;

/** How the page is laid out that a picture was taken of; null where that cannot be told, since the picture is as good without. */
export function readLayout(
  { evaluate }: { evaluate(expression: string): Promise<unknown> },
  png: Uint8Array,
  shown: Omit<Shown, 'picture'>,
): Promise<string | null> {
  const read = async () => {
    const answer = await evaluate(shownLayoutScript({ ...shown, picture: sizeOfPng(png) }));
    return typeof answer === 'string' ? answer : null;
  };
  return Promise.race([read().catch(() => null), sleep(limitMs, null, { ref: false })]);
}

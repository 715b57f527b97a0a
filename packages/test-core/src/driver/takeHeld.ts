import { holdScript, releaseScript, stepsOf } from '@svc/stabilise';
import { takeUntilAlike } from '../takeUntilAlike.js';
import type { DriverOptions } from './DriverOptions.js';
import { maskScript, unmaskScript } from './maskScript.js';
import type { PageDriver } from './PageDriver.js';

type HeldOptions = Pick<DriverOptions, 'mask' | 'ignoreSelectors' | 'element' | 'fullPage' | 'stabilise'> & {
  /** Whether animations that end are put at their end, or at their start; true if absent. */
  atEnd?: boolean | undefined;
};

/** Takes a picture of a page while all of its frames are held. */
export async function takeHeld(
  driver: Pick<PageDriver, 'evaluate' | 'screenshot'>,
  { mask, ignoreSelectors = [], element, fullPage, atEnd, ...options }: HeldOptions,
): Promise<Buffer> {
  const stabilise = stepsOf(options.stabilise);
  const held = await driver.evaluate(holdScript({ stabilise, hidden: ignoreSelectors, quietMs: 0, atEnd }));
  const { ok = true, badSelector } = (held ?? {}) as { ok?: boolean; badSelector?: string };
  if (!ok) throw new Error(`ignoreSelectors: "${badSelector}" is not a selector`);
  try {
    if (mask?.length) await driver.evaluate(maskScript(mask));
    return await takeUntilAlike(() => driver.screenshot({ element, fullPage }));
  } finally {
    if (mask?.length) await driver.evaluate(unmaskScript);
    await driver.evaluate(releaseScript);
  }
}

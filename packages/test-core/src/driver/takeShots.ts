import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverMode } from './DriverOptions.js';
import { keepPicture, nameOf, type Order } from './keepPicture.js';
import type { PageDriver } from './PageDriver.js';
import type { ShotFolder } from './ShotFolder.js';
import { takeHeld } from './takeHeld.js';

/** Takes a picture in every mode and size that is asked for, and keeps each for its upload. */
export async function takeShots(driver: PageDriver, order: Order, folder: ShotFolder): Promise<void> {
  const { options } = order;
  const name = nameOf(order);
  const { modes, viewports, delay } = options;
  const ways: (readonly [string | null, DriverMode])[] = modes ? Object.entries(modes) : [[null, {}]];
  const size = viewports || modes ? await driver.viewport() : null;
  let isResized = false;
  try {
    for (const [mode, { viewport: own, ...media }] of ways) {
      if (mode !== null) await driver.emulate(media);
      for (const viewport of own ? [own] : (viewports ?? [null])) {
        const shown = viewport ?? (isResized ? size : null);
        if (shown) await driver.setViewport(shown);
        isResized = viewport !== null;
        if (delay) await sleep(delay);
        const shot = { name: mode === null ? name : `${name}[${mode}]`, viewport };
        const slot = { ...options, ...shot, viewport: viewport ?? undefined };
        const isBase = (png: Buffer) => folder.bases(options.suite)?.isBase(slot, png) ?? false;
        keepPicture({ ...shot, ...(await takeHeld(driver, { ...options, isBase })) }, order, folder);
      }
    }
  } finally {
    if (modes) await driver.emulate(null);
    if (isResized && size) await driver.setViewport(size);
  }
}

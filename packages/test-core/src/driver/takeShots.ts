import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { snapshotName } from '../snapshotName.js';
import type { DriverMode, DriverOptions, DriverViewport } from './DriverOptions.js';
import type { PageDriver } from './PageDriver.js';
import type { RunningTest } from './RunningTest.js';
import type { ShotFolder } from './ShotFolder.js';
import { takeHeld } from './takeHeld.js';

/** What was taken in this process: hashes by test, attempt and slot. */
const hashes = new Map<string, string>();
/** Pictures without a name, by test and attempt. */
const counts = new Map<string, number>();

/** A path as names have it: from the folder of the process, with slashes. */
export const fileOf = (path: string): string => relative(process.cwd(), path).split(sep).join('/');

/** What is asked for, by whom. */
export interface Order {
  /** The file, the titles and a number of the test if absent. */
  name: string | undefined;
  options: DriverOptions;
  /** Null where the runner does not say. */
  test: RunningTest | null;
}

/** Takes a picture in every mode and size that is asked for, and keeps each for its upload. */
export async function takeShots(driver: PageDriver, order: Order, folder: ShotFolder): Promise<void> {
  const { options } = order;
  const name = order.name ?? automaticName(order);
  const { modes, viewports, delay } = options;
  const ways: (readonly [string | null, DriverMode])[] = modes ? Object.entries(modes) : [[null, {}]];
  const size = viewports || modes ? await driver.viewport() : null;
  let isResized = false;
  try {
    for (const [mode, { viewport: own, ...media }] of ways) {
      if (mode !== null) await driver.emulate(media);
      for (const viewport of own ? [own] : (viewports ?? [null])) {
        if (viewport) await driver.setViewport(viewport);
        isResized ||= viewport !== null;
        if (delay) await sleep(delay);
        const png = await takeHeld(driver, options);
        keep(mode === null ? name : `${name}[${mode}]`, viewport, png, order, folder);
      }
    }
  } finally {
    if (modes) await driver.emulate(null);
    if (isResized && size) await driver.setViewport(size);
  }
}

const testKey = ({ test, options }: Order): string =>
  JSON.stringify([options.testId ?? (test && [test.file, ...test.titles]), test?.attempt]);

function automaticName(order: Order): string {
  const { test } = order;
  if (!test) throw new Error('the snapshot needs a name: the test that takes it is not known here');
  const key = testKey(order);
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return snapshotName(test.file, ...test.titles, count);
}

function keep(
  name: string,
  viewport: DriverViewport | null,
  png: Buffer,
  order: Order,
  folder: ShotFolder,
): void {
  const { test, options } = order;
  const { suite, browser, threshold, antiAliasing, tags, mode, onUploadError } = options;
  const slot = { suite, name, viewport: viewport ?? undefined, browser };
  refuseOtherPixels(order, JSON.stringify(slot), name, png);
  const path = test ? [test.file, ...test.titles] : [];
  const testId = options.testId ?? (path.join(' > ') || fileOf(process.argv[1] ?? ''));
  const shot = { ...slot, threshold, antiAliasing, tags, testId, path, attempt: test?.attempt };
  folder.keep({ shot, mode, onUploadError }, png);
}

/** Two pictures of one name in one attempt would be taken for a retry. */
function refuseOtherPixels(order: Order, slot: string, name: string, png: Buffer): void {
  // A runner that counts no attempts may be in the next one.
  if (order.test && order.test.attempt === undefined) return;
  const key = testKey(order) + slot;
  const hash = createHash('sha256').update(png).digest('hex');
  const before = hashes.get(key);
  hashes.set(key, hash);
  if (before === undefined || before === hash) return;
  throw new Error(
    `this ${order.test ? 'test' : 'process'} has already taken a snapshot "${name}", with other pixels: give each its own name`,
  );
}

import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { snapshotName } from '@svc/schema/snapshotName';
import type { DriverOptions, DriverViewport } from './DriverOptions.js';
import { attemptOf, type RunningTest } from './RunningTest.js';
import type { ShotFolder } from './ShotFolder.js';

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

/** The name of a snapshot; one that is not given counts. */
export const nameOf = (order: Order): string => order.name ?? automaticName(order);

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

/** A picture, and the slot that it is for. */
export interface Picture {
  /** With the mode that it was taken in. */
  name: string;
  viewport: DriverViewport | null;
  png: Uint8Array;
  /** A layout record as JSON, where one was taken. */
  layout?: string | null | undefined;
}

/**
 * Keeps a picture for its upload.
 * @throws Error where this attempt of the test has taken another one of the same name
 */
export function keepPicture(
  { name, viewport, png, layout }: Picture,
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
  folder.keep({ shot, by: test ? attemptOf(test) : undefined, mode, onUploadError }, png, layout);
}

/** Two pictures of one name in one attempt would be taken for a retry. */
function refuseOtherPixels(order: Order, slot: string, name: string, png: Uint8Array): void {
  // A runner that counts no attempts may be in the next one.
  if (order.test && order.test.attempt === undefined) return;
  const key = testKey(order) + slot;
  const hash = createHash('sha256').update(png).digest('hex');
  const before = hashes.get(key);
  hashes.set(key, hash);
  if (before === undefined || before === hash) return;
  throw new Error(
    `this ${order.test ? 'test' : 'process'} has already taken a snapshot "${name}", with different pixels: give each snapshot its own name`,
  );
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PictureReporter } from './PictureReporter.js';

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  vi.stubEnv('SVC_API_KEY', '');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

const reporter = (isWatching: boolean, env: Record<string, string> = {}) =>
  new PictureReporter({ shard: undefined, isWatching, userAgent: 'test' }, env);
const pictureOf = (pixels: string) => ({ png: Buffer.from(pixels), layout: null });
const shot = (name: string) => ({ suite: 'a', name, testId: 'a', attempt: 0, path: [] });

test.each([
  [true, {}, 'svc: while Vitest watches, snapshots are uploaded with `svc local` only'],
  [true, { SVC_LOCAL: 'true' }, 'svc: no API key'],
  [false, {}, 'svc: no API key'],
])('watching: %s with %j says why nothing is uploaded', async (isWatching, env, said) => {
  const vitest = reporter(isWatching, env);
  expect(await vitest.keep('1', shot('a'), pictureOf('a'), {})).toEqual({ failure: null, images: null });
  vitest.onTestCaseResult({ id: '1', result: () => ({ state: 'passed' }), diagnostic: () => undefined });
  await vitest.onTestRunEnd([], [], 'passed');
  expect(lines).toEqual([expect.stringContaining(said)]);
  expect(process.exitCode).toBeUndefined();
});

test('where nothing is uploaded, nothing is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-reporter-'));
  try {
    vi.stubEnv('TMPDIR', folder);
    await reporter(false).keep('1', shot('a'), pictureOf('a'), {});
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a name with two pictures in one attempt is refused, in the next one it is not', async () => {
  const vitest = reporter(false);
  const keep = (pixels: string, attempt = 0) =>
    vitest.keep('1', { ...shot('a'), attempt }, pictureOf(pixels), {});
  await keep('one');
  expect((await keep('one')).failure).toBeNull();
  expect((await keep('two')).failure).toContain('already taken a snapshot "a", with different pixels');
  expect((await keep('two', 1)).failure).toBeNull();
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let folder: string;
const before = process.argv;
beforeEach(() => {
  vi.resetModules();
  folder = mkdtempSync(join(tmpdir(), 'svc-runner-'));
});
afterEach(() => {
  process.argv = before;
  rmSync(folder, { recursive: true });
});

function write(file: string, text: string): string {
  const path = join(folder, 'node_modules', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test('the Playwright that runs counts, where a project has several', async () => {
  write('playwright/package.json', '{ "version": "1.60.0" }');
  write('playwright/test.js', "exports.chromium = 'of 1.60'; exports.expect = 'x'; exports.test = 'x';");
  process.argv = [process.execPath, write('@playwright/experimental-ct-react/cli.js', '')];
  const { chromium, failsNewPictures } = await import('./runner.js');
  expect(chromium).toBe('of 1.60');
  expect(failsNewPictures).toBe(true);
});

test('another program takes what is installed', async () => {
  process.argv = [process.execPath, write('somewhere/else.js', '')];
  const { failsNewPictures } = await import('./runner.js');
  expect(failsNewPictures).toBe(false);
});

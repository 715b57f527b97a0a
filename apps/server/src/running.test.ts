import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceRunning, readRunning } from './running.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-running-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a service is found on its data folder until it ends', () => {
  const running = { url: 'http://localhost:4300', connectionString: null };
  expect(readRunning(dataDir)).toBeNull();
  const withdraw = announceRunning(dataDir, running);
  expect(readRunning(dataDir)).toEqual(running);
  withdraw();
  expect(readRunning(dataDir)).toBeNull();
});

test.each(['', '{"url":"http://loc'])('what a crash left of the file, %j, tells of no service', (text) => {
  writeFileSync(join(dataDir, 'running.json'), text);
  expect(readRunning(dataDir)).toBeNull();
});

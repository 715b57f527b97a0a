import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { traceOf } from './traceOf.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const attempt = (...files: string[]) => ({
  attachments: [
    { name: 'home-actual.png', contentType: 'image/png', path: join(folder, 'home.png') },
    ...files.map((file) => ({ name: 'trace', contentType: 'application/zip', path: join(folder, file) })),
  ],
});
for (const file of ['first.zip', 'retry.zip']) writeFileSync(join(folder, file), '');

test.each([
  ['its own', attempt('first.zip'), [attempt('first.zip'), attempt('retry.zip')], 'first.zip'],
  ['of a retry, where only that has one', attempt(), [attempt(), attempt('retry.zip')], 'retry.zip'],
  ['of another attempt, where its own was removed', attempt('gone.zip'), [attempt('first.zip')], 'first.zip'],
])('a picture has the trace %s', (_, taker, attempts, file) => {
  expect(traceOf(taker, attempts)).toBe(join(folder, file));
});

test('a test that was not traced has none', () => {
  expect(traceOf(attempt(), [attempt(), attempt('gone.zip')])).toBeUndefined();
});

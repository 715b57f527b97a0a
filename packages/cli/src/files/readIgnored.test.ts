import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readIgnored } from './readIgnored.js';

const boxes = [{ x: 0, y: 10, width: 200, height: 40 }];
const text = JSON.stringify(boxes, null, 2).replaceAll('\n', '\r\n');

test.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as PowerShell writes', Buffer.from(`\ufeff${text}`, 'utf16le')],
])('boxes may be in %s', async (_, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-ignored-'));
  try {
    const path = join(folder, 'home.ignore.json');
    writeFileSync(path, bytes);
    expect(await readIgnored(path, 'home.ignore.json')).toEqual(boxes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const preload = fileURLToPath(new URL('diskFaults.mjs', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-disk-faults-'));
  mkdirSync(join(folder, 'blobs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a program prints that writes a file there, the way the blob driver does. */
function write(file: string, faults: object): string {
  writeFileSync(join(folder, 'faults.json'), JSON.stringify(faults));
  const script = `
    import { open } from 'node:fs/promises';
    try {
      const file = await open(${JSON.stringify(join(folder, file))}, 'wx');
      await file.writeFile('bytes');
      await file.sync();
      console.log('written');
    } catch (error) {
      console.log(error.code);
    }`;
  const env = {
    ...process.env,
    CHAOS_DISK_FOLDER: join(folder, 'blobs'),
    CHAOS_DISK_FAULTS: join(folder, 'faults.json'),
  };
  const args = [`--import=${preload}`, '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim();
}

test('the disk is full in one folder, as long as a file says so', () => {
  expect(write('blobs/one', { delay: 0, full: true })).toBe('ENOSPC');
  expect(write('elsewhere', { delay: 0, full: true })).toBe('written');
  expect(write('blobs/two', { delay: 10, full: false })).toBe('written');
});

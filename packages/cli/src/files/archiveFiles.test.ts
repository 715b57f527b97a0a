import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveFiles } from './archiveFiles.js';
import { hashFiles } from './hashFiles.js';
import { listFiles } from './listFiles.js';

const root = mkdtempSync(join(tmpdir(), 'svc-archive-'));
const build = join(root, 'build');

beforeAll(() => {
  mkdirSync(join(build, 'assets', 'deep'), { recursive: true });
  mkdirSync(join(build, 'empty'));
  writeFileSync(join(build, 'index.html'), 'index');
  writeFileSync(join(build, 'assets.json'), '{}');
  writeFileSync(join(build, 'assets', 'deep', `${'long'.repeat(40)}.js`), 'x'.repeat(2_000_000));
  writeFileSync(join(build, 'assets', 'größe.css'), '');
  symlinkSync('../index.html', join(build, 'assets', 'link.html'));
});
afterAll(() => rmSync(root, { recursive: true }));

async function entriesOf(archive: Buffer) {
  const unpack = extract();
  unpack.end(gunzipSync(archive));
  const entries: [string, number][] = [];
  for await (const entry of unpack) {
    expect(entry.header).toMatchObject({ type: 'file', uid: 0, gid: 0, mtime: new Date(0) });
    entries.push([entry.header.name, (await buffer(entry)).length]);
  }
  return entries;
}

test('holds every file, in the order of their names, relative, links as files', async () => {
  const archive = await buffer(archiveFiles(await listFiles(build)));
  expect(await entriesOf(archive)).toEqual([
    ['assets.json', 2],
    [`assets/deep/${'long'.repeat(40)}.js`, 2_000_000],
    ['assets/größe.css', 0],
    ['assets/link.html', 5],
    ['index.html', 5],
  ]);
});

test('is the same for the same files, whenever they were written', async () => {
  const first = await buffer(archiveFiles(await listFiles(build)));
  utimesSync(join(build, 'index.html'), 1, 1);
  expect((await buffer(archiveFiles(await listFiles(build)))).equals(first)).toBe(true);
});

test('a file that is gone by then fails the archive', async () => {
  const path = join(build, 'gone');
  const files = [...(await listFiles(build)), { name: 'gone', path, size: 1 }];
  await expect(buffer(archiveFiles(files))).rejects.toMatchObject({ code: 'FILE_CHANGED' });
});

const large = 'x'.repeat(2_000_000);
test.each([
  ['a small file with other bytes', 'before', 'behind'],
  ['a small file that became shorter', 'before', ''],
  ['a large file with other bytes', large, large.replace(/x$/, 'y')],
  ['a large file that grew', large, `${large}x`],
  ['a large file that became shorter', large, large.slice(1)],
  ['a large file that became empty', large, ''],
])('%s after it was hashed fails the archive, and is named', async (_, before, after) => {
  const folder = mkdtempSync(join(root, 'changing-'));
  const path = join(folder, 'file.js');
  writeFileSync(path, before);
  const files = await hashFiles(await listFiles(folder));
  writeFileSync(path, after);
  const message = `${path} changed during the upload: run the command again once the build is complete`;
  await expect(buffer(archiveFiles(files))).rejects.toMatchObject({ code: 'FILE_CHANGED', message });
});

test('a file that became a folder is named, too', async () => {
  const folder = mkdtempSync(join(root, 'replaced-'));
  const path = join(folder, 'file.js');
  writeFileSync(path, 'file');
  const files = await listFiles(folder);
  rmSync(path);
  mkdirSync(path);
  await expect(hashFiles(files)).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  await expect(buffer(archiveFiles(files))).rejects.toMatchObject({ code: 'FILE_CHANGED' });
});

test('a link that leads out is refused', async () => {
  const other = join(root, 'other');
  mkdirSync(other);
  writeFileSync(join(root, 'secret'), '');
  symlinkSync('../secret', join(other, 'link'));
  await expect(listFiles(other)).rejects.toThrow(/other\/link is a link out of/);
});

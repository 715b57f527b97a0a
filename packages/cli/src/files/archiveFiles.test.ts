import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveFiles } from './archiveFiles.js';
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
  const files = [...(await listFiles(build)), { name: 'gone', path: join(build, 'gone'), size: 1 }];
  await expect(buffer(archiveFiles(files))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a link that leads out is refused', async () => {
  const other = join(root, 'other');
  mkdirSync(other);
  writeFileSync(join(root, 'secret'), '');
  symlinkSync('../secret', join(other, 'link'));
  await expect(listFiles(other)).rejects.toThrow(/other\/link is a link out of/);
});

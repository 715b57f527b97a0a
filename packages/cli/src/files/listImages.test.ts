import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listImages } from './listImages.js';

/** A directory of such files, each with its name as content. */
function directoryOf(...files: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'svc-images-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), file);
  }
  return directory;
}

test('finds images of every format, by any case, and names them by their paths', async () => {
  const directory = directoryOf('a.png', 'deep/b.JPG', 'c.jpeg', 'd.e.WebP', '.hidden.png', 'f.gif', 'g.txt');
  const images = await listImages(directory, 'shots');
  expect(images.map(({ name, file }) => [name, file]).toSorted()).toEqual([
    ['a', 'shots/a.png'],
    ['c', 'shots/c.jpeg'],
    ['d.e', 'shots/d.e.WebP'],
    ['deep/b', 'shots/deep/b.JPG'],
  ]);
});

test('two formats of one name are refused, with both', async () => {
  await expect(listImages(directoryOf('a.jpg', 'a.png'), 'shots')).rejects.toMatchObject({
    code: 'SNAPSHOT_DUPLICATE',
    message: 'a.jpg and a.png would both be named "a": rename one of them',
  });
});

test.each([
  [
    'new\nline.png',
    '"shots/new\\nline.png" cannot name a snapshot, since its path contains control characters, such as a line break: rename it',
  ],
  [
    `${'deep/'.repeat(103)}a.png`,
    'a.png" cannot name a snapshot, since its path is longer than 512 characters: rename it',
  ],
])('a file whose path cannot be a name is refused: %j', async (file, message) => {
  await expect(listImages(directoryOf('a.png', file), 'shots')).rejects.toThrow(message);
});

test('links count among images alone', async () => {
  const directory = directoryOf('a.png');
  symlinkSync(tmpdir(), join(directory, 'elsewhere'));
  symlinkSync('gone', join(directory, 'broken.txt'));
  expect((await listImages(directory, 'shots')).map(({ name }) => name)).toEqual(['a']);
  symlinkSync('gone', join(directory, 'broken.png'));
  await expect(listImages(directory, 'shots')).rejects.toThrow(
    /broken\.png is a link that cannot be followed \(ENOENT\): remove it/,
  );
});

test('a directory without images is refused', async () => {
  await expect(listImages(directoryOf('a.gif'), 'shots')).rejects.toMatchObject({ code: 'NO_SNAPSHOTS' });
});

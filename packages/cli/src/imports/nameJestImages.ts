import { basename, dirname, join, relative, sep } from 'node:path';
import { snapshotName } from '@svc/schema/snapshotName';
import type { JestTest } from './listJestTests.js';
import { wordsOf } from './wordsOf.js';

export interface NamedImage {
  name: string;
  path: string;
}

export interface JestNames {
  named: NamedImage[];
  /** Files that no test names on its own. */
  unknown: string[];
  /** Files that two tests name alike. */
  ambiguous: string[];
}

/** Where jest-image-snapshot keeps the images of a test file. */
export const imageFolderOf = (test: JestTest, customFolder: string | null): string =>
  customFolder ?? join(dirname(test.file), '__image_snapshots__');

/** A file that jest-image-snapshot named: `<test file>-<titles>-<n>-snap.png`, in kebab case. */
interface DefaultName {
  path: string;
  folder: string;
  words: string;
  count: number;
}

/**
 * Names the files of jest-image-snapshot as snapshots without a name are named by plugins, `file > titles > n`. Kebab case
 * loses what was between the words, so a file belongs to the test that has its words.
 * @param paths absolute, of images
 * @param root from which names have the path of their test file
 */
export function nameJestImages(
  paths: readonly string[],
  tests: readonly JestTest[],
  { root, customFolder }: { root: string; customFolder: string | null },
): JestNames {
  const owners = new Map<string, Map<string, JestTest>>();
  for (const test of tests) {
    const key = keyOf(
      imageFolderOf(test, customFolder),
      wordsOf([basename(test.file), ...test.titles].join(' ')),
    );
    const known = owners.get(key) ?? new Map<string, JestTest>();
    owners.set(key, known.set(JSON.stringify([test.file, test.titles]), test));
  }
  const names: JestNames = { named: [], unknown: [], ambiguous: [] };
  const images = new Map<JestTest, DefaultName[]>();
  for (const path of paths) {
    const image = parseName(path);
    const [test, ...others] = (image && owners.get(keyOf(image.folder, image.words))?.values()) ?? [];
    if (!image || !test) names.unknown.push(path);
    else if (others.length > 0) names.ambiguous.push(path);
    else images.set(test, [...(images.get(test) ?? []), image]);
  }
  for (const [test, own] of images) names.named.push(...nameInOrder(test, own, root));
  names.named.sort((a, b) => (a.path < b.path ? -1 : 1));
  return names;
}

/** Jest counts text snapshots and images with an identifier as well: the order of the images is their number. */
function nameInOrder({ file, titles }: JestTest, images: DefaultName[], root: string): NamedImage[] {
  const shown = relative(root, file).split(sep).join('/');
  return images
    .sort((a, b) => a.count - b.count)
    .map(({ path }, index) => ({ name: snapshotName(shown, ...titles, index + 1), path }));
}

const keyOf = (folder: string, words: string): string => JSON.stringify([folder, words]);

function parseName(path: string): DefaultName | null {
  // A function that answers no identifier leaves `-snap` away.
  const [, words, count] = /^(.+)-(\d+)(?:-snap)?\.png$/.exec(basename(path)) ?? [];
  if (words === undefined) return null;
  return { path, folder: dirname(path), words: wordsOf(words), count: Number(count) };
}

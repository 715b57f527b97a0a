import { expect, test } from 'vitest';
import { nameJestImages } from './nameJestImages.js';

const titles = {
  umlauts: ['The page — "größe" 1st isn\'t v2.0', 'shows äöü & 😀 3D'],
  first: ['The page — "größe" 1st isn\'t v2.0', 'case 1'],
  function: ['The page — "größe" 1st isn\'t v2.0', 'fn'],
  camel: ['HTMLElement iPhone12 XMLHttp'],
};
const tests = Object.values(titles).map((one) => ({ file: '/repo/sub/home.test.js', titles: one }));
const place = { root: '/repo', customFolder: null };
const folder = '/repo/sub/__image_snapshots__';
const name = (files: readonly string[], ofTests = tests) =>
  nameJestImages(
    files.map((file) => `${folder}/${file}`),
    ofTests,
    place,
  );

test('files that jest-image-snapshot 6.5.2 wrote are named after their tests', () => {
  // A text snapshot came before the two images of the first test.
  expect(
    name([
      'home-test-js-the-page-grosse-1st-isnt-v-2-0-shows-aou-😀-3-d-3-snap.png',
      'home-test-js-the-page-grosse-1st-isnt-v-2-0-shows-aou-😀-3-d-2-snap.png',
      'home-test-js-html-element-i-phone-12-xml-http-1-snap.png',
      'home-test-js-the-page-grosse-1st-isnt-v-2-0-case-1-1-snap.png',
      'home-test-js-the-page-grosse-1st-isnt-v-2-0-fn-1.png',
      'forms/My Own.png',
    ]),
  ).toEqual({
    named: [
      ['html-element-i-phone-12-xml-http-1-snap', titles.camel, 1],
      ['the-page-grosse-1st-isnt-v-2-0-case-1-1-snap', titles.first, 1],
      ['the-page-grosse-1st-isnt-v-2-0-fn-1', titles.function, 1],
      ['the-page-grosse-1st-isnt-v-2-0-shows-aou-😀-3-d-2-snap', titles.umlauts, 1],
      ['the-page-grosse-1st-isnt-v-2-0-shows-aou-😀-3-d-3-snap', titles.umlauts, 2],
    ].map(([file, words, number]) => ({
      name: ['sub/home.test.js', ...(words as string[]), number].join(' > '),
      path: `${folder}/home-test-js-${file}.png`,
    })),
    unknown: [`${folder}/forms/My Own.png`],
    ambiguous: [],
  });
});

test('signs that kebab case drops do not count', () => {
  const signs = [{ file: '/repo/sub/a.test.js', titles: ['x² costs ½ €'] }];
  expect(name(['a-test-js-x-costs-€-1-snap.png'], signs).unknown).toEqual([]);
});

test('images are in the order of their numbers, not of their names', () => {
  const files = [1, 2, 10].map((count) => `a-test-js-title-${count}-snap.png`);
  expect(
    name(files, [{ file: '/repo/sub/a.test.js', titles: ['title'] }]).named.map(({ name, path }) => [
      path.slice(folder.length + 1),
      name,
    ]),
  ).toEqual([
    [files[0], 'sub/a.test.js > title > 1'],
    [files[2], 'sub/a.test.js > title > 3'],
    [files[1], 'sub/a.test.js > title > 2'],
  ]);
});

test('a number at the end of a title is not a number of an image', () => {
  const both = ['page', 'page 1'].map((title) => ({ file: '/repo/sub/a.test.js', titles: [title] }));
  expect(
    name(['a-test-js-page-11-snap.png', 'a-test-js-page-1-1-snap.png'], both).named.map(({ name }) => name),
  ).toEqual(['sub/a.test.js > page 1 > 1', 'sub/a.test.js > page > 1']);
});

test('a file that could be of two tests is given to none, unless they are tests of the same titles', () => {
  const alike = ['a b', 'ab'].map((title) => ({ file: '/repo/sub/a.test.js', titles: [title] }));
  const file = 'a-test-js-a-b-1-snap.png';
  expect(name([file], alike)).toEqual({ named: [], unknown: [], ambiguous: [`${folder}/${file}`] });
  const same = [alike[0], alike[0]].flatMap((one) => one ?? []);
  expect(name([file], same).named).toHaveLength(1);
});

test('a test of another folder has no files here, and all tests have them in customSnapshotsDir', () => {
  const elsewhere = [{ file: '/repo/other/a.test.js', titles: ['page'] }];
  const file = `${folder}/a-test-js-page-1-snap.png`;
  expect(nameJestImages([file], elsewhere, place).unknown).toEqual([file]);
  expect(nameJestImages([file], elsewhere, { root: '/repo', customFolder: folder }).named).toEqual([
    { name: 'other/a.test.js > page > 1', path: file },
  ]);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What reads as a translation, and what to write; see docs/style.md. */
const words = [
  [/\bwhoever\b/i, 'anyone who'],
  [/\banew\b/i, 'again'],
  [/\bby itself\b/i, 'automatically, separately'],
  [/\btold of\b/i, 'described, shown, received'],
  [/\bfor ever\b(?! new)/i, 'forever'],
  [/\bof which nobody\b/i, 'a noun of its own'],
  [/\b(?:leave|left) (?:it )?away\b/i, 'unset, omit'],
  [/(?<!\b(?:are|be|is|it|being) )\ball the same\b/i, 'anyway, still'],
  [/\bafresh\b/i, 'again, over'],
  [/\brefused in words\b/i, 'refused with an explanation'],
  [/\bspeaks of\b/i, 'covers, describes'],
  [/\bof an? \w+ that [^,.]{3,40}, only\b/i, 'if …, only'],
  [/\bis over(?=[.,;:'`)]|$)/i, 'has ended, has expired'],
  [
    /(?<!\b(?:there|there's|where|here|so)\b[^.,;:]{0,12})\b(?:is|are) no (?!longer|more|less|fewer|newer|likelier|such|one\b)/i,
    'is not a',
  ],
];

/** Whose text cannot change any more, or is put together from others. */
const isLeftOut = (file) =>
  file.startsWith('apps/server/migrations/') ||
  file.endsWith('CHANGELOG.md') ||
  file === 'docs/conformance.md' ||
  file === 'docs/style.md' ||
  file === 'scripts/words.test.mjs';

/** @returns a line for each place, as `file:line: what stands there → what to write` */
function findWords(file, text) {
  return text.split('\n').flatMap((line, index) =>
    words.flatMap(([word, instead]) => {
      const found = word.exec(line);
      return found ? [`${file}:${index + 1}: "${found[0].trim()}" → ${instead}`] : [];
    }),
  );
}

test('text reads as plain technical English', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.js', '*.md', '*.css'], {
    encoding: 'utf8',
  });
  const chosen = files.split('\0').filter((file) => file && !isLeftOut(file));
  expect(chosen.length).toBeGreaterThan(1_000);
  expect(chosen.flatMap((file) => findWords(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['Whoever opens it'],
  ['the page is made anew'],
  ['a file that is no image'],
  ['images that are no pictures'],
  ['the session is over.'],
  ['it counts all the same'],
  ['it is kept for ever'],
  ['it starts afresh'],
  ['the file is refused in words'],
  ['it speaks of its slot'],
  ['Of an image that the project has, only the hash is sent'],
])('finds what is wrong with "%s"', (text) => {
  expect(findWords('a.md', text)).toHaveLength(1);
});

test.each([
  ['there is no image'],
  ['it is no longer there'],
  ['they are all the same'],
  ['where there are no images'],
  ['a share that is over 30 %'],
])('leaves "%s" alone', (text) => {
  expect(findWords('a.md', text)).toEqual([]);
});

/** British spelling, and what the United States write. Names in code are older than this list. */
const british = [
  [/\b(?:re)?organisations?\b/i, 'organization'],
  [/\bcolours?\b/i, 'color'],
  [/\bbehaviours?\b/i, 'behavior'],
  [
    /\b(?:recogni|normali|summari|initiali|authori|customi|optimi|minimi|seriali|synchroni)s(?:e|es|ed|ing|ation)\b/i,
    '-ize',
  ],
  [/\b(?:centre|grey|neighbours?|favourites?|licence)\b/i, 'center, gray, neighbor, favorite, license'],
];

/** Prose alone: names in code, addresses, links and names of files keep what they are called. */
const prose = (line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+|^## apps\/.*/g, '');

/** The lines of a page that are not code. */
function proseOf(markdown) {
  let isCode = false;
  return markdown.split('\n').filter((line) => {
    if (/^ *```/.test(line)) isCode = !isCode;
    return !isCode;
  });
}

test('pages and texts of the review UI have American spelling', () => {
  const pages = execFileSync(
    'git',
    ['ls-files', '-z', '*.md', ':!*CHANGELOG.md', ':!.changeset', ':!*glossary.md'],
    {
      encoding: 'utf8',
    },
  );
  const chosen = pages.split('\0').filter(Boolean);
  const found = chosen.flatMap((file) =>
    proseOf(readFileSync(file, 'utf8'))
      .map(prose)
      .flatMap((line) =>
        british.flatMap(([word, instead]) => {
          const place = word.exec(line);
          return place ? [`${file}: "${place[0]}" in "${line.trim().slice(0, 80)}" → ${instead}`] : [];
        }),
      ),
  );
  expect(found).toEqual([]);
});

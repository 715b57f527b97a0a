import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/runProgram.mjs';
import { readStrings } from './readStrings.mjs';

/** Where the catalogue is, from the root of the repository. */
export const catalogue = 'apps/web/strings.md';

/** Sources of the pages, and of texts that they take from elsewhere. */
const sources = [
  'apps/web/src/*.ts',
  'apps/web/src/*.tsx',
  'packages/schema/src/words/*.ts',
  'packages/layout-diff/src/*Text.ts',
];

/** @returns {string} every text of the pages, by file, as Markdown */
export function writeCatalogue() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...sources], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed
    .split('\0')
    .filter((file) => file && !/\.(?:test|stories|d)\.tsx?$|\/testing\//.test(file));
  const parts = files.sort().flatMap((file) => {
    const strings = [...new Set(readStrings(readFileSync(path.join(root, file), 'utf8')))];
    return strings.length === 0
      ? []
      : [`## ${file}\n\n${strings.map((text) => `- ${asPlain(text)}`).join('\n')}\n`];
  });
  return [
    '# Texts of the pages\n',
    'Every text that the pages show, by source file, to be read as a whole. `{…}` is a value, `{one|other}` a choice. Written by `npm run strings`.\n',
    ...parts,
  ].join('\n');
}

/** Text that Markdown takes for formatting stays as it is. */
const asPlain = (text) => text.replace(/[<*_\\`]/g, '\\$&');

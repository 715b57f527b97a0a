/**
 * `npm run bench:causes`: changes one thing at a time in the built files of the example Storybook, of the example Ladle and of a
 * component library, opens a story before and after in a browser, and asks `packages/layout-diff` what was changed. Prints a table
 * by kind of change, and ends with 1 where the true cause is too seldom among the first, or a property is named that was not changed.
 *
 * The component library is that of `npm run test:books -- --build wordpress-storybook-10`, or any built Storybook or Ladle that
 * `--book=<folder>` names. `--only-book` leaves the examples out, `--example=<folder>` takes an example as built before,
 * `--times=6` sets how often each kind is tried in each book, `--seed=7` draws other stories and elements, and `--verbose` prints
 * what was said of each change.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildExample } from './capture/buildExample.mjs';
import { measureBook } from './causes/measureBook.mjs';
import { reportCauses } from './causes/reportCauses.mjs';

const { values } = parseArgs({
  options: {
    book: { type: 'string', multiple: true },
    'only-book': { type: 'boolean', default: false },
    example: { type: 'string', multiple: true },
    times: { type: 'string', default: '3' },
    kinds: { type: 'string', default: '' },
    seed: { type: 'string', default: '7' },
    verbose: { type: 'boolean', default: false },
  },
});

const library = fileURLToPath(new URL('../.cache/books/wordpress-storybook-10/built', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'svc-causes-'));
try {
  const folders = [...examples(), ...books()];
  const trials = [];
  for (const folder of folders) {
    trials.push(
      ...(await measureBook(folder, {
        times: Number(values.times),
        kinds: values.kinds === '' ? null : values.kinds.split(','),
        seed: Number(values.seed),
        isVerbose: values.verbose,
      })),
    );
  }
  process.exitCode = reportCauses(trials) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true });
}

function examples() {
  if (values['only-book']) return [];
  if (values.example) return values.example;
  return ['storybook', 'ladle'].map((tool) => {
    const folder = join(work, tool);
    buildExample(tool, '1', folder);
    return folder;
  });
}

function books() {
  if (values.book) return values.book;
  if (values.example) return [];
  if (existsSync(library)) return [library];
  console.error(
    'The component library is not built: `npm run test:books -- --build wordpress-storybook-10`, or name a built book with --book=<folder>',
  );
  process.exit(2);
}

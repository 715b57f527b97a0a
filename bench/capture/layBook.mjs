import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { index } from '../../tests/capture/book/stories.js';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Puts the book of hard stories into a folder, as a build of Storybook. */
export function layBook(folder) {
  cpSync(at('tests/capture/book'), folder, { recursive: true });
  cpSync(at('examples/storybook/src/media/sweep.webm'), join(folder, 'sweep.webm'));
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
}

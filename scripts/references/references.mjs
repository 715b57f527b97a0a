// `npm run docs:references`: writes the pages of docs/ that list commands and operations.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createProgram as createServerProgram } from '../../apps/server/dist/commands/createProgram.js';
import { createProgram } from '../../packages/cli/dist/createProgram.js';
import { operations } from '../../packages/schema/dist/index.js';
import { root } from '../setup/runProgram.mjs';
import { writeReferences } from './writeReferences.mjs';

const nothing = () => {};
const pages = writeReferences({
  cli: createProgram(nothing),
  server: createServerProgram({ print: nothing }),
  operations,
});
for (const [file, text] of Object.entries(pages)) {
  writeFileSync(path.join(root, file), text);
  console.log(file);
}

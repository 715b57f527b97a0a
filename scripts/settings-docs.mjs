// `npm run docs:settings`: writes the tables of settings into the documents that have them.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documents } from '../apps/server/dist/settings/documents.js';
import { fillSettingsTables } from '../apps/server/dist/settings/settingsTable.js';
import { root } from './setup/runProgram.mjs';

for (const document of documents) {
  const file = path.join(root, document);
  const subjects = [];
  writeFileSync(
    file,
    fillSettingsTables(readFileSync(file, 'utf8'), (subject) => subjects.push(subject)),
  );
  console.log(`${document}: ${subjects.join(', ')}`);
}

// `npm run pictures --workspace apps/docs`: writes the pictures of git histories into docs/images/histories.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawHistory } from './drawHistory.mjs';
import { histories } from './histories.mjs';

for (const [name, history] of Object.entries(histories)) {
  const file = new URL(`../../../docs/images/histories/${name}.svg`, import.meta.url);
  writeFileSync(file, drawHistory(history));
  console.log(fileURLToPath(file));
}

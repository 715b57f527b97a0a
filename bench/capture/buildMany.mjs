import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExample } from './buildExample.mjs';

const source = fileURLToPath(new URL('../../examples/storybook/src/vmany', import.meta.url));

const story = (_, index) =>
  `export const Story${index} = { render: () => <div style={{ minHeight: ${100 + (index % 9) * 200}, ` +
  `background: 'hsl(${(index * 37) % 360} 60% 80%)' }}><h1>Story ${index}</h1>` +
  `{Array.from({ length: ${5 + (index % 40)} }, (_, row) => <p key={row}>Row {row}</p>)}</div> };`;

/** Builds a Storybook of many stories into a folder. */
export function buildMany(stories, folder) {
  mkdirSync(source, { recursive: true });
  try {
    writeFileSync(
      join(source, 'Many.stories.tsx'),
      `export default { title: 'Many' };\n${Array.from({ length: stories }, story).join('\n')}\n`,
    );
    buildExample('storybook', 'many', folder);
  } finally {
    rmSync(source, { recursive: true });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawHistory } from './drawHistory.mjs';
import { histories } from './histories.mjs';

const folder = fileURLToPath(new URL('../../../docs/images/histories/', import.meta.url));

test.each(Object.entries(histories))('%s is drawn as it is described', (name, history) => {
  expect(readFileSync(`${folder}${name}.svg`, 'utf8')).toBe(drawHistory(history));
});

test('there is no picture without its description', () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(histories)
      .map((name) => `${name}.svg`)
      .sort(),
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** An import or export of more than types. */
const statement = /^(?:import|export) (?!type\b)[\w\s*,{}]+ from '([^']+)';$/gm;

/** The modules that a module loads at run time, itself included, each with what it imports from elsewhere. */
function reach(file: URL, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file.href)) return seen;
  const specifiers = [...readFileSync(file, 'utf8').matchAll(statement)].map(
    ([, specifier = '']) => specifier,
  );
  const isLocal = (specifier: string) => specifier.startsWith('.');
  const foreign = specifiers.filter((specifier) => !isLocal(specifier));
  seen.set(file.href, foreign);
  for (const specifier of specifiers.filter(isLocal)) {
    reach(new URL(specifier.replace(/\.js$/, '.ts'), file), seen);
  }
  return seen;
}

test('the browser entry needs nothing of Node, the main entry does', () => {
  const browser = reach(new URL('./browser.ts', import.meta.url));
  expect(browser.size).toBeGreaterThan(5);
  expect([...browser.values()].flat()).toEqual([]);
  const main = reach(new URL('./index.ts', import.meta.url));
  expect([...main.values()].flat()).toContain('node:child_process');
});

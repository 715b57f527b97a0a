import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/runProgram.mjs';

/** The lines of every text in the repository, each with its place. */
const lines = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(?:css|html|js|json|jsx|md|mjs|mts|sh|sql|svg|ts|tsx|txt|ya?ml)$/.test(file))
  .filter((file) => file !== 'package-lock.json')
  .flatMap((file) => {
    let text;
    try {
      text = readFileSync(path.join(root, file), 'utf8');
    } catch {
      // Deleted, but not yet committed as such.
      return [];
    }
    return text.split('\n').map((line, index) => ({ place: `${file}:${index + 1}`, line }));
  });

const find = (pattern) =>
  lines.filter(({ line }) => pattern.test(line)).map(({ place, line }) => `${place}: ${line.trim()}`);

test('no line runs or installs what others publish under our names', () => {
  expect(lines.length).toBeGreaterThan(10_000);
  const flags = '(?:-[-\\w]+ )*?';
  // `npx --no` runs only what is installed.
  expect(find(new RegExp(`\\bnpx (?!--no )${flags}@?svc\\b`))).toEqual([]);
  expect(find(new RegExp(`\\b(?:bunx|pnpx|pnpm dlx|yarn dlx|npm exec) (?!--no)${flags}@?svc\\b`))).toEqual(
    [],
  );
  expect(find(new RegExp(`\\b(?:npm|pnpm|bun) (?:i|install|add) ${flags}@?svc\\b`))).toEqual([]);
});

test('every documented address of a client carries the version of this repository', () => {
  const addresses = lines.flatMap(({ place, line }) =>
    place.includes('.md:') && !/CHANGELOG|^\.changeset/.test(place)
      ? [...line.matchAll(/\/install\/([a-z-]+)-(\d[\w.-]*?)\.tgz/g)].map(([, name, version]) => ({
          place,
          name,
          version,
        }))
      : [],
  );
  expect(addresses.length).toBeGreaterThanOrEqual(4);
  const wrong = addresses.filter(({ name, version }) => {
    const described = JSON.parse(readFileSync(path.join(root, `packages/${name}/package.json`), 'utf8'));
    return described.version !== version;
  });
  expect(wrong).toEqual([]);
});

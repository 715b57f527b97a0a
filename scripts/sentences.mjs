// `npm run sentences -- --seed 7 --count 60`: draws sentences from what people read, to be read by an editor. One that
// needs a second reading is mended, and so are its likes elsewhere; docs/style.md says how we write.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, runScript } from './setup/runProgram.mjs';

/** Pages that are written from code; what they hold is drawn where it comes from. */
const derived = new Set(['docs/conformance.md', 'docs/operations.md']);

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const listFiles = (...patterns) =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** Sentences of a text that is prose: paragraphs, list items and cells of tables. */
function sentencesOf(markdown) {
  return markdown
    .replaceAll(/^( *)```(?!text).*?^\1```$/gms, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\n(?=[^\n|#>-])/g, ' ')
    .split(/\n|(?: \| )/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:])\s+(?=[A-Z`*[])/))
    .map((text) => text.replaceAll(/^[\s|#>*-]+|[\s|]+$/g, '').replaceAll(/\s+/g, ' '))
    .filter((text) => text.split(' ').length >= 5);
}

/** Texts of errors, as their sources have them. */
function errorsOf(source) {
  const thrown = /Error\(\s*(?:'[A-Z_]+',\s*)?(`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*')/gs;
  return [...source.matchAll(thrown)]
    .map(([, text]) => text.slice(1, -1).replaceAll(/\s+/g, ' '))
    .filter((text) => text.split(' ').length >= 4);
}

function collect() {
  const pages = listFiles('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md', 'packages/*/README.md');
  const sources = listFiles('packages/*/src/*.ts', 'apps/server/src/*.ts').filter(
    (file) => !/\.(?:test|spec)\.|\.d\.ts$/.test(file),
  );
  return [
    ...pages
      .filter((file) => !derived.has(file))
      .flatMap((file) => sentencesOf(read(file)).map((text) => ({ file, text }))),
    ...sources.flatMap((file) => errorsOf(read(file)).map((text) => ({ file, text }))),
    ...sentencesOf(read('apps/web/strings.md')).map((text) => ({ file: 'apps/web/strings.md', text })),
  ];
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

await runScript(() => {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string', default: '60' } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  const random = randomFrom(seed);
  const left = collect();
  console.log(`seed ${seed}, ${left.length} sentences`);
  for (let drawn = 0; drawn < Number(values.count) && left.length > 0; drawn += 1) {
    const [{ file, text }] = left.splice(Math.floor(random() * left.length), 1);
    console.log(`${drawn + 1}. ${file}\n   ${text}`);
  }
});

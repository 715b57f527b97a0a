/**
 * Captures Storybooks and Ladles of other people: their stories come from npm packages, and every tool is the version
 * that the book's `package.json` pins. A book is built once into `.cache/books`, and again when its folder changes.
 * `npm run test:books` takes all books whole, `npm run test:books -- vue-storybook-8` only some, and
 * `--stories 20 --seed 7` at most 20 stories of each, drawn by the seed. `--build` only builds, and says where.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './setup/build.mjs';
import { hashFiles } from './setup/hashFiles.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, root, runNpm, runPackage, step } from './setup/runProgram.mjs';

const books = path.join(root, 'tests/books');
const work = path.join(root, '.cache/books');

await runOnSupportedNode(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      build: { type: 'boolean', default: false },
      stories: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    },
  });
  for (const name of ['stories', 'seed']) {
    const value = values[name];
    if (!/^\d{1,9}$/.test(value)) throw new Explained(`--${name} must be a number, not ${value}`);
  }
  const names = chooseBooks(positionals);
  await install();
  const built = [];
  for (const name of names) built.push(await buildBook(name));
  if (values.build) {
    for (const { name, folder } of built) console.log(`${name}: ${path.relative(root, folder)}`);
    return;
  }
  await build();
  if (values.stories !== '0')
    console.log(`• at most ${values.stories} stories of each book, --seed ${values.seed}`);
  await runPackage('vitest/vitest.mjs', ['run', '--project=browser', 'tests/books'], {
    env: {
      ...process.env,
      SVC_BOOKS: JSON.stringify(built),
      SVC_BOOKS_STORIES: values.stories,
      SVC_BOOKS_SEED: values.seed,
    },
  });
});

function chooseBooks(wanted) {
  const all = readdirSync(books)
    .filter((name) => existsSync(path.join(books, name, 'package.json')))
    .sort();
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Explained(`There is no ${unknown.join(', ')} in tests/books; there are ${all.join(', ')}.`);
  }
  return wanted.length > 0 ? wanted : all;
}

/** @returns {Promise<{name: string, tool: string, folder: string}>} `tool` in words; the build is in `folder` */
async function buildBook(name) {
  const folder = path.join(work, name);
  const { book } = JSON.parse(readFileSync(path.join(books, name, 'package.json'), 'utf8'));
  const built = { name, tool: book.tool, folder: path.join(folder, 'built') };
  const stamp = path.join(folder, '.inputs');
  const inputs = hashFiles([`tests/books/${name}`]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return built;

  const temporary = path.join(work, '.tmp');
  mkdirSync(temporary, { recursive: true });
  const options = { cwd: folder, quiet: true, env: { ...process.env, TMPDIR: temporary } };
  await step(`Building ${name}`, async () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(path.join(books, name), folder, { recursive: true });
    const quietly = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm(['install', ...quietly], options);
    placeSources(folder, book);
    await runNpm(['run', 'build'], options);
  });
  writeFileSync(stamp, inputs);
  return built;
}

/** Tools do not look for stories in `node_modules`, so the sources are copied out of there. */
function placeSources(folder, { sources, leftOut = {} }) {
  for (const [to, folders] of Object.entries(sources)) {
    for (const from of folders) {
      cpSync(path.join(folder, from), path.join(folder, to), { recursive: true });
    }
  }
  for (const name of Object.keys(leftOut)) rmSync(path.join(folder, name), { recursive: true });
}

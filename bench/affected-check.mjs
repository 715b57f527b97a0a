/**
 * `npm run bench:affected-check`: changes one file of the Storybook example at random, again and again, builds it,
 * captures every story, and checks that `--only-changed` would have captured each one that looks different. Prints the
 * seed, and ends with 1 where a changed story was left out. Options: `-- --mutations=10 --seed=<number> --only=<file>`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { captureBook } from './affected/captureBook.mjs';
import { chooseSince } from './affected/chooseSince.mjs';
import { seededRandom } from './affected/seededRandom.mjs';

const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
const random = seededRandom(Number(values.seed));
const pick = (list) => list[Math.floor(random() * list.length)];
console.log(`seed ${values.seed}`);

const root = fileURLToPath(new URL('..', import.meta.url));
const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-affected-check-')));
const repository = join(place, 'repository');
const project = join(repository, 'examples/storybook');
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

function copyExample() {
  cpSync(join(root, 'examples/storybook'), project, {
    recursive: true,
    filter: (path) => !/node_modules|storybook-static/.test(path),
  });
  cpSync(join(root, 'tsconfig.base.json'), join(repository, 'tsconfig.base.json'));
  for (const folder of ['', 'examples/storybook']) {
    const modules = join(root, folder, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(repository, folder, 'node_modules'));
  }
  git('init', '--quiet');
  writeFileSync(join(repository, '.gitignore'), 'node_modules\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'base');
  return git('rev-parse', 'HEAD');
}

/** @returns the folder of the build; null when the example cannot be built */
function build(name) {
  const folder = join(place, name);
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '--', '--quiet', '-o', folder], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', SVC_EXAMPLE_VERSION: '1' },
  });
  if (status === 0) return folder;
  if (name === 'base') throw new Error(`the example could not be built:\n${stdout}${stderr}`);
  return null;
}

/** By story: the hash of its image, or why there is none; and the targets as the command has them. */
async function capture(folder) {
  const { shots, targets } = await captureBook(folder);
  const images = [...shots].map(([name, { png, failure }]) => [
    name,
    png ? createHash('sha256').update(png).digest('hex') : `failed: ${failure}`,
  ]);
  return { images: new Map(images), targets };
}

const colors = ['#ff0000', '#00aa55', '#3333ff'];

/** Changes one number, color or word of a text, or takes the bytes of another file of its kind. */
function mutate(file, files) {
  const path = join(repository, file);
  if (/\.(?:png|jpe?g|gif|webp|woff2?|mp4|webm)$/.test(file)) {
    const others = files.filter((other) => other !== file && extname(other) === extname(file));
    if (others.length === 0) return null;
    const other = pick(others);
    cpSync(join(repository, other), path);
    return `the bytes of ${other}`;
  }
  const text = readFileSync(path, 'utf8');
  const places = [
    ...text.matchAll(/#[\da-f]{6}\b|(?<![\w.#@/-])\d+(?:\.\d+)?(?![\w/])|(?<=>)[A-Z][a-z ]{3,}(?=<)/gi),
  ];
  if (places.length === 0) return null;
  const { 0: found, index } = pick(places);
  const next = found.startsWith('#')
    ? pick(colors)
    : /^\d/.test(found)
      ? String(Number(found) * 2 + 3)
      : 'Mutated';
  writeFileSync(path, text.slice(0, index) + next + text.slice(index + found.length));
  return `${found} became ${next}`;
}

let misses = 0;
try {
  const commit = copyExample();
  const first = build('base');
  const base = await capture(first);
  const again = await capture(first);
  const unstable = new Set(
    [...base.images].filter(([name, image]) => again.images.get(name) !== image).map(([name]) => name),
  );
  console.log(
    `${base.images.size} stories; not held still by the service: ${[...unstable].join(', ') || 'none'}`,
  );
  const files = git('ls-files', '--', 'examples').split('\n');
  const candidates = files.filter((file) => file.includes(values.only));
  for (let turn = 1, tries = 0; turn <= Number(values.mutations) && tries < 500; tries += 1) {
    const file = pick(candidates);
    const what = mutate(file, files);
    if (what === null) continue;
    const folder = build(`head${tries}`);
    if (folder === null) {
      console.log(`${file}: ${what}; it cannot be built`);
    } else {
      const head = await capture(folder);
      const known = { commit, names: [...base.images.keys()] };
      const { affected } = await chooseSince(known, { project, directory: folder }, head.targets);
      const changed = [...head.images].filter(
        ([name, image]) => !unstable.has(name) && base.images.get(name) !== image,
      );
      const missed = changed.filter(([name]) => !affected.has(name)).map(([name]) => name);
      console.log(
        `${file}: ${what}; ${changed.length} stories look different, ${affected.size} of ${head.targets.length} chosen`,
      );
      for (const name of missed) console.log(`  LEFT OUT: ${name}`);
      misses += missed.length;
      rmSync(folder, { recursive: true });
      turn += 1;
    }
    git('checkout', '--quiet', '--', '.');
  }
  console.log(
    misses === 0
      ? 'PASSED: no changed story was left out'
      : `FAILED: ${misses} changed stories were left out`,
  );
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.exitCode = misses === 0 ? 0 : 1;

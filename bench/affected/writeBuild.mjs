import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { readImports } from './readImports.mjs';

const script = /\.(?:[cm]?[jt]sx?|mdx)$/;
const story = /\.(?:stories|story)\.(?:[cm]?[jt]sx?|mdx)$/;
const endings = ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.json', '.mdx'];
const list = '/virtual:/@storybook/builder-vite/storybook-stories.js';

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const readJson = (path) => (isFile(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

function findFile(path) {
  // TypeScript writes `./a.js` for `./a.ts`.
  const starts = [path, path.replace(/\.js$/, ''), join(path, 'index')];
  return starts.flatMap((start) => endings.map((ending) => start + ending)).find(isFile);
}

/** Where the packages of the repository have their sources. */
function readPackages(root, files) {
  const packages = new Map();
  for (const file of files.filter((name) => /(?:^|\/)package\.json$/.test(name))) {
    const { name, source, module, main } = readJson(join(root, file)) ?? {};
    if (!name) continue;
    const folder = join(root, dirname(file));
    const entry = ['src/index', 'source/index', 'index', 'src', source, module, main, 'lib/index']
      .map((candidate) => candidate && findFile(join(folder, candidate)))
      .find(Boolean);
    packages.set(name, { folder, entry });
  }
  return packages;
}

/** `compilerOptions.paths` of a folder's tsconfig, as prefixes. */
function readAliases(folder) {
  const file = join(folder, 'tsconfig.json');
  if (!isFile(file)) return [];
  const text = readFileSync(file, 'utf8');
  const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '.';
  const paths = [...text.matchAll(/"([^"*]+)(\/?\*?)"\s*:\s*\[\s*"([^"]+)"/g)].map(([, from, star, to]) => ({
    from,
    isPrefix: star.endsWith('*'),
    to: join(folder, base, to.replace(/\*$/, '')),
  }));
  return /"baseUrl"/.test(text) ? [...paths, { from: '', isPrefix: true, to: join(folder, base) }] : paths;
}

function resolve(from, specifier, packages, aliases) {
  const plain = specifier.replace(/[?#].*$/s, '').replace(/^.*!/, '');
  if (plain.startsWith('.')) return findFile(join(dirname(from), plain));
  for (const { from: start, isPrefix, to } of aliases) {
    const found =
      plain === start
        ? findFile(to)
        : isPrefix && plain.startsWith(start) && findFile(join(to, plain.slice(start.length)));
    if (found) return found;
  }
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(plain) ?? [];
  const own = packages.get(name);
  if (!own) return undefined;
  return rest === ''
    ? own.entry
    : (findFile(join(own.folder, rest)) ?? findFile(join(own.folder, 'src', rest)));
}

/** Stands for a file that a build step of the repository makes, and git ignores. */
function makeGenerated(root, file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  appendFileSync(join(root, '.git/info/exclude'), `/${relative(root, file)}\n`);
  return file;
}

/** Where an import that leads nowhere would be found after such a step. */
function placeOfGenerated(from, specifier, packages) {
  const plain = specifier.replace(/[?#].*$/s, '').replace(/^.*!/, '');
  if (plain.startsWith('.')) return extname(plain) === '' ? undefined : join(dirname(from), plain);
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(plain) ?? [];
  const own = packages.get(name);
  return own && join(own.folder, rest === '' ? 'dist/index.js' : rest + (extname(rest) === '' ? '.js' : ''));
}

/**
 * Writes what `--only-changed` reads of a Storybook build, without building: an index of stories, and a stats file of
 * imports that are found by parsing.
 * @param files of the repository, below its root
 * @returns the stories, as the service would list them
 */
export function writeBuild(directory, root, project, files) {
  const packages = readPackages(root, files);
  const aliases = [...readAliases(project), ...(project === root ? [] : readAliases(root))];
  const config = ['.storybook', 'storybook'].map((name) => join(project, name)).find(existsSync);
  const previews = config ? readdirSync(config).filter((name) => /^preview\.[cm]?[jt]sx?$/.test(name)) : [];
  const stories = files
    .map((name) => join(root, name))
    .filter((file) => file.startsWith(`${project}/`) && story.test(file));
  const reasons = new Map();
  const open = [...stories, ...previews.map((name) => join(config, name))];
  for (const file of open) reasons.set(file, new Set([list]));
  const seen = new Set();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!script.test(file)) continue;
    for (const specifier of readImports(file, readFileSync(file, 'utf8')).imports) {
      const found = resolve(file, specifier, packages, aliases);
      const place = found ? undefined : placeOfGenerated(file, specifier, packages);
      const used = found ?? (place && makeGenerated(root, place));
      if (!used) continue;
      reasons.set(used, (reasons.get(used) ?? new Set()).add(nameOf(project, file)));
      open.push(used);
    }
  }
  const entries = stories.flatMap((file) => entriesOf(project, file));
  const modules = [...reasons].map(([file, users]) => ({
    name: nameOf(project, file),
    reasons: [...users].map((moduleName) => ({ moduleName })),
  }));
  const main = config ? readdirSync(config).find((name) => /^main\./.test(name)) : undefined;
  const hasStaticDirs = main !== undefined && readFileSync(join(config, main), 'utf8').includes('staticDirs');
  mkdirSync(directory, { recursive: true });
  const write = (name, content) => writeFileSync(join(directory, name), JSON.stringify(content));
  write('index.json', { v: 5, entries: Object.fromEntries(entries.map((entry) => [entry.id, entry])) });
  write('preview-stats.json', { modules });
  write('project.json', { hasStaticDirs });
  return entries
    .filter(({ type }) => type === 'story')
    .map(({ id, title, name }) => ({ id, title, name, url: `iframe.html?id=${id}` }));
}

function nameOf(project, file) {
  const path = relative(project, file);
  return path.startsWith('.') && !path.startsWith('.storybook') ? path : `./${path}`;
}

function entriesOf(project, file) {
  const importPath = nameOf(project, file);
  const title = importPath.replace(/^\.\//, '').replace(story, '');
  const { stories } = readImports(file, readFileSync(file, 'utf8'));
  // Pages of documentation have no stories.
  if (stories.length === 0) return [{ id: `${title}--docs`, type: 'docs', title, name: 'Docs', importPath }];
  return [...new Set(stories)].map((name) => ({
    ...{ id: `${title}--${name}`, type: 'story', title, name, importPath },
  }));
}

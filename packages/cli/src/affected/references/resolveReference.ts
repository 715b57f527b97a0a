import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { portablePath } from '../portablePath.js';
import { parseManifest } from '../readManifests.js';

const endings = ['', '.css', '.scss', '.sass', '.less', '.styl', '.pcss', '.ts', '.tsx', '.js', '.mjs'];
const endingsOfScripts = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.json', '.vue'];

function isThere(path: string, kind: 'isFile' | 'isDirectory'): boolean {
  try {
    return statSync(path)[kind]();
  } catch {
    return false;
  }
}

const filesOf = (starts: readonly string[], some: readonly string[]): string[] =>
  starts
    .flatMap((start) => some.map((ending) => start + ending))
    .filter((candidate) => isThere(candidate, 'isFile'))
    .map((candidate) => portablePath(realpathSync(candidate)));

/** The files that an address without an ending may mean, those of Sass that begin with `_` among them. */
function filesAt(path: string): string[] {
  const [folder, base] = [dirname(path), path.slice(dirname(path).length + 1)];
  const starts = [path, join(folder, `_${base}`), join(path, 'index'), join(path, '_index')];
  return filesOf(starts, endings);
}

/** The files that an import may mean; TypeScript has names of scripts for those that they are compiled from. */
function scriptsAt(path: string): string[] {
  const written = path.replace(/\.([cm]?)jsx?$/, '.$1ts');
  return filesOf(
    [path, join(path, 'index'), ...(written === path ? [] : [written])],
    endingsOfScripts,
  ).concat(written === path ? [] : filesOf([`${written}x`], ['']));
}

const packageName = /^~?((?:@[^/]+\/)?[^/]+)/;

/** The folder of an installed package. */
function findPackage(from: string, name: string): string | null {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name);
    if (isThere(home, 'isDirectory')) return portablePath(realpathSync(home));
    if (folder === dirname(folder)) return null;
  }
}

const isOwn = (home: string) => !home.includes('/node_modules/');

/** Every file that `package.json` of a package of the repository names as one that others may import. */
function entriesOf(home: string): string[] {
  const { exports, main, module, browser, style, sass, source }: Record<string, unknown> = parseManifest(
    readFileSync(join(home, 'package.json'), 'utf8'),
  );
  const open: unknown[] = [exports, main, module, browser, style, sass, source];
  const files: string[] = [];
  for (let one = open.pop(); open.length > 0 || one !== undefined; one = open.pop()) {
    if (typeof one === 'string') files.push(one);
    else if (typeof one === 'object' && one !== null) open.push(...Object.values(one));
  }
  return [...new Set([...files, 'index', 'src/index'])].flatMap((file) => [
    ...filesAt(join(home, file)),
    ...scriptsAt(join(home, file)),
  ]);
}

function entriesOrNull(home: string): string[] | null {
  try {
    const entries = [...new Set(entriesOf(home))];
    return entries.length > 0 ? entries : null;
  } catch {
    return null;
  }
}

/**
 * The files that one file names in another way than by an import: beside it, or in a package that is installed.
 * @returns none for a package from elsewhere whose files cannot be told; null when there is nothing of that name
 */
export function resolveReference(from: string, specifier: string): string[] | null {
  const beside = filesAt(join(dirname(from), specifier));
  if (beside.length > 0) return beside;
  const [, name] = packageName.exec(specifier) ?? [];
  if (name === undefined || name.startsWith('.')) return null;
  const home = findPackage(from, name);
  if (home === null) return null;
  const files = filesAt(join(home, specifier.replace(packageName, '')));
  return files.length > 0 || !isOwn(home) ? files : entriesOrNull(home);
}

/**
 * The files of the repository that an import may mean.
 * @param project the folder that aliases such as `@/` and `~/` may stand for, or for its `src`
 */
export function resolveImport(from: string, specifier: string, project: string): string[] {
  if (/^\.\.?(?:\/|$)/.test(specifier)) return scriptsAt(join(dirname(from), specifier));
  const [, name = ''] = packageName.exec(specifier) ?? [];
  const home = findPackage(from, name);
  if (home !== null) {
    if (!isOwn(home)) return [];
    const files = scriptsAt(join(home, specifier.slice(name.length)));
    return files.length > 0 ? files : (entriesOrNull(home) ?? []);
  }
  const rest = specifier.replace(/^[@~#]?\//, '').replace(/^#/, '');
  return [join(project, 'src', rest), join(project, rest)].flatMap(scriptsAt);
}

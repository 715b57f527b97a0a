import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cannotMatter } from './cannotMatter.js';
import { portablePath } from './portablePath.js';
import { findImports } from './references/findImports.js';
import { resolveImport, resolveReference } from './references/resolveReference.js';

const code = /\.(?:[cm]?[jt]sx?|json|json5|ya?ml)$/i;
const names = /\.config\.[^/]+$|^\.[^/]*rc(?:\.[^/]+)?$|^tsconfig[^/]*\.json$/;
const quoted = /(["'`])([^"'`\n]+)\1/g;

export function filesIn(folder: string, deep: boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: deep })
    .filter((entry) => entry.isFile())
    .map((entry) => portablePath(join(entry.parentPath, entry.name)));
}

/** Every folder from one up to another that it lies in. */
export function foldersUpTo(start: string, end: string): string[] {
  const folders = [start];
  for (let folder = start; folder !== end && folder !== dirname(folder); ) {
    folder = portablePath(dirname(folder));
    folders.push(folder);
  }
  return folders;
}

/**
 * What configures a build, and every file that it names, and that these name: bundlers and their plugins read those
 * without importing them into the build. By path, with the text.
 * @param root of the repository
 * @param isTraced whether the module graph has what a file imports
 * @param isOther whether a file beside the project configures something else, unless another one names it
 */
export function findConfiguration(
  project: string,
  root: string,
  configFolder: string,
  isTraced: (file: string) => boolean,
  isOther: (file: string) => boolean,
): Map<string, string> {
  const open = [
    ...filesIn(configFolder, true),
    ...foldersUpTo(project, root).flatMap((folder) =>
      filesIn(folder, false).filter(
        (file) => (names.test(file.slice(folder.length + 1)) || /\.[cm]?[jt]s$/.test(file)) && !isOther(file),
      ),
    ),
  ].filter((file) => code.test(file) || file.endsWith('rc'));
  const found = new Map<string, string>();
  /** What takes part whatever its name is, such as a `vitest.config.ts` that has the settings of the build as well. */
  const used = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const isUnused = cannotMatter(file.slice(root.length + 1)) && !used.has(file);
    if (found.has(file) || isUnused || file.includes('/node_modules/')) continue;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    if (isTraced(file)) continue;
    const imported = isScript(file) ? importedFiles(file, text, project) : [];
    const named = namedFiles(file, text, project);
    for (const path of isMain(file, configFolder) ? [...imported, ...named] : imported) used.add(path);
    open.push(...imported, ...named);
  }
  return found;
}

const isScript = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

const isMain = (file: string, configFolder: string): boolean =>
  dirname(file) === configFolder && /\/main\.\w+$/.test(file);

const importedFiles = (file: string, text: string, project: string): string[] =>
  findImports(text)
    .flatMap(({ specifier }) => resolveImport(file, specifier, project))
    .filter((path) => code.test(path));

/** The files that a text has in quotes, beside it or below the project: tools take paths to be in either. */
const namedFiles = (file: string, text: string, project: string): string[] =>
  [...withoutTests(text).matchAll(quoted)].flatMap(([, , specifier = '']) =>
    /^[\w./@-]+$/.test(specifier)
      ? [file, join(project, 'x')].flatMap((from) => localFiles(from, specifier))
      : [],
  );

/** What Vitest runs before tests has no part in a build. */
const withoutTests = (text: string): string =>
  text.replace(/\b(?:setupFiles|globalSetup)\s*:\s*(?:\[[^\]]*\]|["'][^"'\n]*["'])/g, '');

const localFiles = (from: string, specifier: string): string[] =>
  (resolveReference(from, specifier.startsWith('.') ? specifier : `./${specifier}`) ?? []).filter(
    (path) => code.test(path) || /\.(?:css|scss|less)$/.test(path),
  );

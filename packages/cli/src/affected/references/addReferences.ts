import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileKind, hasStyleBlocks } from '../fileKind.js';
import { filesIn } from '../findConfiguration.js';
import type { Importers } from '../readModuleGraph.js';
import { findImports, hasOnlyTypes, readsTypes } from './findImports.js';
import { findReferences } from './findReferences.js';
import { resolveImport, resolveReference } from './resolveReference.js';

/** A module graph, and what is in the files of it that people wrote; both grow. */
export interface Graph {
  importers: Importers;
  sources: Map<string, string>;
  project: string;
  /** The folder of `main` and `preview`, which is where modules are mocked. */
  configFolder: string;
  show: (path: string) => string;
}

const isScript = (file: string) => fileKind(file) === 'script' && !file.endsWith('.json');

/** vanilla-extract runs these while it builds, and leaves only styles of what they import. */
const isRunByBuild = (file: string) => /\.css\.[jt]s$/.test(file);

/**
 * Adds what stats files leave out: what style sheets name, what workers and other files import that are bundled apart,
 * and files that a bundler has left out as a module. Follows them further.
 * @returns the first reference that leads nowhere
 */
export function addReferences({ importers, sources, project, configFolder, show }: Graph): string | null {
  const isKnown = new Set(importers.keys());
  const isApart = new Set([...sources.keys()].filter(isRunByBuild));
  const isOfTypes = new Set(
    [...sources].filter(([file, text]) => hasStyleBlocks(file) && readsTypes(text)).map(([file]) => file),
  );
  const open = new Set(sources.keys());
  const resolve = rememberImports(project);
  let unclear: string | null = null;
  let unclearScript: string | null = null;
  const link = (used: string, by: string, apart: boolean) => {
    importers.set(used, (importers.get(used) ?? new Set()).add(by));
    if (used.includes('/node_modules/') || fileKind(used) === 'asset') return;
    if (sources.has(used) && (!apart || isApart.has(used))) return;
    if (!sources.has(used)) sources.set(used, readFileSync(used, 'utf8'));
    if (apart) isApart.add(used);
    open.add(used);
  };

  for (const [mock, mocked] of findMocks(configFolder, project)) link(mock, mocked, false);
  for (const file of open) {
    // What is added again has to be looked at again.
    open.delete(file);
    const text = sources.get(file) ?? '';
    const references = findReferences(file, text);
    if (references.unclear === 'import.meta.url') unclearScript ??= `"import.meta.url" in ${show(file)}`;
    else if (references.unclear) unclear ??= `"${references.unclear}" in ${show(file)}`;
    for (const specifier of references.specifiers) {
      const files = resolveReference(file, specifier);
      if (files === null) unclear ??= `"${specifier}" in ${show(file)}`;
      for (const used of files ?? []) link(used, file, true);
    }
    if (isScript(file)) followImports(file, text);
  }
  return unclearScript ?? unclear;

  function followImports(file: string, text: string): void {
    if (isOfTypes.has(file)) followTypes(file, text);
    for (const one of findImports(text)) {
      for (const used of resolve(file, one.specifier)) {
        const isMissing = !isKnown.has(used) && fileKind(used) !== 'asset' && !isOnlyTypes(used);
        // Of what is missing, the graph has the modules that it re-exports, without those that it does not need.
        const isOfMissing = one.isRequired && !isKnown.has(file);
        if (isApart.has(file)) link(used, file, !isKnown.has(used));
        else if (isMissing || isOfMissing || one.isApart) link(used, file, one.isApart);
      }
    }
  }

  function followTypes(file: string, text: string): void {
    for (const { specifier } of findImports(text, true)) {
      for (const used of resolve(file, specifier)) {
        if (!/\.[cm]?tsx?$/.test(used)) continue;
        if (!isOfTypes.has(used)) open.add(used);
        isOfTypes.add(used);
        link(used, file, false);
      }
    }
  }
}

/** A folder imports the same packages again and again. */
function rememberImports(project: string): (file: string, specifier: string) => string[] {
  const known = new Map<string, string[]>();
  return (file, specifier) => {
    const key = `${dirname(file)}\n${specifier}`;
    const files = known.get(key) ?? resolveImport(file, specifier, project);
    known.set(key, files);
    return files;
  };
}

const isOnlyTypes = (file: string) => /\.[cm]?tsx?$/.test(file) && hasOnlyTypes(readFileSync(file, 'utf8'));

const mocking = /\bsb\.mock\s*\(\s*(?:import\s*\(\s*)?(["'])([^"'\n]+)\1/g;
const withoutEnding = (name: string) => name.replace(/\.\w+$/, '');

/**
 * Files whose text Storybook puts in the place of another file: `sb.mock(import('./session.ts'))`.
 * @returns each with the file that it replaces
 */
function findMocks(configFolder: string, project: string): [mock: string, mocked: string][] {
  const previews = filesIn(configFolder, false).filter((file) => /\/preview\.[cm]?[jt]sx?$/.test(file));
  const specifiers = previews.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(mocking)].map(([, , specifier = '']) => ({ file, specifier })),
  );
  return specifiers
    .flatMap(({ file, specifier }) => resolveImport(file, specifier, project))
    .flatMap((mocked) => {
      const mocks = filesIn(`${dirname(mocked)}/__mocks__`, false);
      const stem = withoutEnding(basename(mocked));
      return mocks
        .filter((file) => withoutEnding(basename(file)) === stem)
        .map((file): [string, string] => [file, mocked]);
    });
}

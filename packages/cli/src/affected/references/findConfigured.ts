import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileKind } from '../fileKind.js';
import { findImports } from './findImports.js';
import { resolveImport, resolveReference } from './resolveReference.js';

const isConfiguration = (file: string) => /\.config\.[^/]+$|\/\.[^/]*rc(?:\.[^/]+)?$/.test(file);
const isMain = (file: string) => /\/main\.[cm]?[jt]sx?$/.test(file);
const isScript = (file: string) => fileKind(file) === 'script' && !file.endsWith('.json');
/** Also within a string: `additionalData: '@use "@/vars" as *;'`. */
const styles =
  /(["'`])([\w./@~#-]+\.(?:css|pcss|scss|sass|less|styl))\1|@(?:use|import|forward)\s+\\?(["'])([^"'\\\n]+)/g;

interface Question {
  /** Files that configure the build and those that they read, with what is in them. */
  configuration: ReadonlyMap<string, string>;
  configFolder: string;
  project: string;
  importers: ReadonlyMap<string, unknown>;
}

/**
 * Files of the module graph that the build itself runs or reads as well, with the file of the configuration that names
 * them: they can change what is made of every other file, such as a palette that `tailwind.config.js` imports.
 */
export function findConfigured(question: Question): Map<string, string> {
  const { configuration, configFolder, project, importers } = question;
  const isReader = (file: string) =>
    file.startsWith(`${configFolder}/`) ? isMain(file) : isConfiguration(file);
  const readers = [...configuration].filter(([file]) => isReader(file) && !importers.has(file));
  const open = readers.map(([file, text]) => ({ file, text, reader: file }));
  const seen = new Set<string>();
  const configured = new Map<string, string>();
  const add = (files: readonly string[], reader: string) => {
    for (const file of files) {
      if (seen.has(file) || file.includes('/node_modules/') || basename(file) === 'package.json') continue;
      seen.add(file);
      if (importers.has(file)) configured.set(file, reader);
      if (isScript(file)) open.push({ file, text: readFileSync(file, 'utf8'), reader });
    }
  };
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { file, text, reader } = one;
    if (!isScript(file)) continue;
    for (const { specifier } of findImports(text)) add(resolveImport(file, specifier, project), reader);
    for (const [, , quoted, , imported] of file === reader ? text.matchAll(styles) : [])
      add(stylesOf(question, file, quoted ?? imported ?? ''), reader);
  }
  return configured;
}

/** An alias stands for the beginning of a path. */
function stylesOf({ project, importers }: Question, file: string, specifier: string): string[] {
  const places = [file, `${project}/x`].flatMap((from) => resolveReference(from, specifier) ?? []);
  if (places.length > 0) return places;
  const [name = '', ...folders] = specifier
    .replace(/^[^/]*\//, '')
    .split('/')
    .reverse();
  const ends = ['', '_'].map((start) => `/${[...folders.reverse(), `${start}${name}`].join('/')}`);
  return [...importers.keys()].filter(
    (path) =>
      fileKind(path) === 'style' &&
      ends.some((end) => path.endsWith(end) || path.replace(/\.\w+$/, '').endsWith(end)),
  );
}

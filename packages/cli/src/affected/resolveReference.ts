import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { portablePath } from './portablePath.js';

const endings = ['', '.css', '.scss', '.sass', '.less', '.styl', '.pcss', '.ts', '.tsx', '.js', '.mjs'];

function isThere(path: string, kind: 'isFile' | 'isDirectory'): boolean {
  try {
    return statSync(path)[kind]();
  } catch {
    return false;
  }
}

/** The files that an address without an ending may mean, those of Sass that begin with `_` among them. */
function filesAt(path: string): string[] {
  const [folder, base] = [dirname(path), path.slice(dirname(path).length + 1)];
  return [path, join(folder, `_${base}`), join(path, 'index'), join(path, '_index')]
    .flatMap((start) => endings.map((ending) => start + ending))
    .filter((candidate) => isThere(candidate, 'isFile'))
    .map((candidate) => portablePath(realpathSync(candidate)));
}

const packageName = /^~?((?:@[^/]+\/)?[^/]+)/;

/**
 * The files that one file names in another way than by an import: beside it, or in a package that is installed.
 * @returns none for a package whose files cannot be told; null when there is nothing of that name
 */
export function resolveReference(from: string, specifier: string): string[] | null {
  const beside = filesAt(join(dirname(from), specifier));
  if (beside.length > 0) return beside;
  const [, name] = packageName.exec(specifier) ?? [];
  if (name === undefined || name.startsWith('.')) return null;
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (isThere(join(folder, 'node_modules', name), 'isDirectory'))
      return filesAt(join(folder, 'node_modules', specifier.replace(/^~/, '')));
    if (folder === dirname(folder)) return null;
  }
}

import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './openTree.mjs';

/** The package that a folder would load, looked for as Node does; null when it is not installed. */
function findPackage(folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (at === dirname(at)) return null;
  }
}

/**
 * Builds the Storybook of a folder, with the stats file that `--only-changed` reads.
 * @param out the folder of the build; one that is there already is kept
 * @returns whether it could be built
 */
export function buildBook(project, out, log) {
  if (existsSync(out)) return true;
  const storybook = findPackage(project, 'storybook');
  // Older Storybooks write no index, which tells what each story is from.
  if (!storybook) return false;
  const { version, bin } = JSON.parse(readFileSync(join(storybook, 'package.json'), 'utf8'));
  const program = join(storybook, bin.storybook ?? bin);
  const flag = Number.parseInt(version, 10) < 8 ? '--webpack-stats-json' : '--stats-json';
  const part = `${out}.part`;
  rmSync(part, { recursive: true, force: true });
  const args = [program, 'build', flag, '--quiet', '-o', part];
  if (!run(process.execPath, args, { cwd: project, log })) return false;
  renameSync(part, out);
  return true;
}

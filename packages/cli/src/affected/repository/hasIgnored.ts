import { git } from '../../git.js';
import { isWithin } from '../judgeOutside.js';
import { listUntracked } from './listUntracked.js';
import { namesIn } from './namesIn.js';

/**
 * Whether git ignores one of these files, in the repository or in a submodule. It is not asked about them themselves:
 * `check-ignore` fails as a whole where one is in a submodule.
 * @param root of the repository
 */
export async function hasIgnored(root: string, files: readonly string[]): Promise<boolean> {
  const tracked = await git(root, 'ls-files', '--recurse-submodules', '-z');
  const untracked = await listUntracked(root);
  if (tracked === null || untracked === null) return true;
  const known = new Set([...namesIn(tracked), ...untracked]);
  return files.some((file) => isWithin(file, root) && !known.has(file.slice(root.length + 1)));
}

import { join } from 'node:path';
import { git } from '../../git.js';
import { namesIn } from './namesIn.js';

/**
 * Files of a repository that git neither has nor ignores. Of a nested repository that is not a submodule, git gives the
 * folder alone. All files of that one count, since no commit of this one has them.
 */
export async function listUntracked(folder: string): Promise<string[] | null> {
  const output = await git(folder, 'ls-files', '--others', '--exclude-standard', '-z');
  if (output === null) return null;
  const names: string[] = [];
  for (const name of namesIn(output)) {
    if (!name.endsWith('/')) names.push(name);
    else for (const inner of (await listAll(join(folder, name))) ?? ['']) names.push(name + inner);
  }
  return names;
}

async function listAll(folder: string): Promise<string[] | null> {
  const tracked = await git(folder, 'ls-files', '--recurse-submodules', '-z');
  const untracked = await listUntracked(folder);
  return tracked === null || untracked === null ? null : [...namesIn(tracked), ...untracked];
}

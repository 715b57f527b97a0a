import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git.js';
import { portablePath } from '../portablePath.js';
import { listHidden } from './listHidden.js';
import { listUntracked } from './listUntracked.js';
import { namesIn } from './namesIn.js';

export interface Repository {
  /** Absolute, with `/`. */
  folder: string;
  /** Below the folder, with `/`: what differs from the commit. */
  changed: string[];
  /** Likewise: files that git neither has nor ignores, such as those an earlier step of CI left. */
  untracked: string[];
}

/** What differs between a commit and the files that are there; null when git does not have that commit. */
export async function listChangedFiles(cwd: string, commit: string): Promise<Repository | null> {
  const folder = await git(cwd, 'rev-parse', '--show-toplevel');
  if (folder === null) return null;
  const options = ['--name-only', '--no-renames', '--ignore-submodules=none', '-z'];
  const differing = await git(folder, 'diff', ...options, commit, '--');
  const untracked = await listUntracked(folder);
  if (differing === null || untracked === null) return null;
  return {
    folder: portablePath(realpathSync(folder)),
    changed: [...new Set([...namesIn(differing), ...(await listHidden(folder))])],
    untracked,
  };
}

export const pathIn = ({ folder }: Repository, name: string): string => portablePath(join(folder, name));

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../git.js';
import { portablePath } from './portablePath.js';

export interface Repository {
  /** Absolute, with `/`. */
  folder: string;
  /** Below the folder, with `/`: what differs from the commit. */
  changed: string[];
  /** Likewise: files that git neither has nor ignores, such as those an earlier step of CI left. */
  untracked: string[];
}

const names = (output: string) => output.split('\0').filter(Boolean);

/** What differs between a commit and the files that are there; null when git does not have that commit. */
export async function listChangedFiles(cwd: string, commit: string): Promise<Repository | null> {
  const folder = await git(cwd, 'rev-parse', '--show-toplevel');
  if (folder === null) return null;
  const options = ['--name-only', '--no-renames', '--ignore-submodules=none', '-z'];
  const differing = await git(folder, 'diff', ...options, commit, '--');
  const unknown = await git(folder, 'ls-files', '--others', '--exclude-standard', '-z');
  if (differing === null || unknown === null) return null;
  return {
    folder: portablePath(realpathSync(folder)),
    changed: names(differing),
    untracked: names(unknown),
  };
}

export const pathIn = ({ folder }: Repository, name: string): string => portablePath(join(folder, name));

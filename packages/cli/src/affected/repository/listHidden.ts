import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git.js';
import { namesIn } from './namesIn.js';

/** Keeps a command below 32 KiB, which is the limit of Windows. */
const mostNames = 100;

interface Entry {
  name: string;
  /** Of its content, as git has it. */
  hash: string;
}

/** Files that were changed although git was told to look away: `assume-unchanged`, `skip-worktree`. */
export async function listHidden(folder: string): Promise<string[]> {
  const lines = namesIn((await git(folder, 'ls-files', '-v', '--stage', '-z')) ?? '');
  const entries = lines.flatMap((line): Entry[] => {
    const [, tag = '', hash = '', name = ''] = /^(.) \d+ (\w+) \d\t(.*)$/s.exec(line) ?? [];
    const isFile = () => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
    return /[a-zS]/.test(tag) && isFile() ? [{ name, hash }] : [];
  });
  const changed: string[] = [];
  for (let start = 0; start < entries.length; start += mostNames) {
    const some = entries.slice(start, start + mostNames);
    const output = await git(folder, 'hash-object', '--', ...some.map(({ name }) => name));
    const hashes = output?.split('\n') ?? [];
    changed.push(...some.filter(({ hash }, index) => hash !== hashes[index]).map(({ name }) => name));
  }
  return changed;
}

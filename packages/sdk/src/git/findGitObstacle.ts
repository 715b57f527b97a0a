import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Why git tells nothing of a folder. */
export interface GitObstacle {
  /** `owner`: git reads no clone of another user, as in the containers of many CIs. `broken`: such as a worktree without its repository. */
  kind: 'missing' | 'owner' | 'outside' | 'broken';
  /** A clause. */
  reason: string;
  /** What to do about it, as an imperative. */
  advice: string;
}

/** Null where git reads the repository. */
export const findGitObstacle = (cwd: string = process.cwd()): Promise<GitObstacle | null> =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(
      'git',
      ['rev-parse', '--git-dir'],
      { cwd, encoding: 'utf8', windowsHide: true, env },
      (error, _, stderr) => resolve(error && obstacleOf(error.code, stderr, cwd)),
    );
  });

function obstacleOf(code: unknown, stderr: string, cwd: string): GitObstacle {
  // The same code says that the folder is gone.
  if (code === 'ENOENT' && existsSync(cwd)) {
    return { kind: 'missing', reason: 'git is not installed', advice: 'install git' };
  }
  if (stderr.includes('dubious ownership')) {
    return {
      kind: 'owner',
      reason: 'another user owns this clone, so git does not read it',
      advice: 'run `git config --global --add safe.directory "$PWD"` in the top folder of the clone',
    };
  }
  const words = /^fatal: (.*)/m.exec(stderr)?.[1] ?? '';
  if (words === '' || words.startsWith('not a git repository (or any')) {
    return { kind: 'outside', reason: 'this is not a git repository', advice: 'run this in one' };
  }
  return { kind: 'broken', reason: `git says "${words}"`, advice: 'mend the clone' };
}

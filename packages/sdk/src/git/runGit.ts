import { execFile } from 'node:child_process';

/** Output of a git command, trimmed; null when git is missing, fails, or this is not a repository. */
export const runGit = (cwd: string, ...args: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    // Commits are what their ids say, whatever this clone replaces them with. 500 of their ids fit by far; a message of git is
    // never parsed, so its language does not matter.
    execFile(
      'git',
      ['--no-replace-objects', ...args],
      { cwd, encoding: 'utf8', windowsHide: true },
      (error, stdout) => resolve(error ? null : stdout.trim()),
    );
  });

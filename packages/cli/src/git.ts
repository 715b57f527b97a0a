import { execFile } from 'node:child_process';

/** Bytes: the names of some hundred thousand files. */
const mostOutput = 64 * 1024 * 1024;

/** Output of git without its last line end; null when it fails. */
export const git = (cwd: string, ...args: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { cwd, encoding: 'utf8', windowsHide: true, maxBuffer: mostOutput } as const;
    execFile('git', args, options, (error, stdout) => resolve(error ? null : stdout.replace(/\n$/, '')));
  });

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { CommitRecord } from '../types.js';

export interface ReadCommitsOptions {
  /** `.` if absent. */
  cwd?: string | undefined;
  /** Commits to start from; those that the clone lacks are passed over. `HEAD` if absent. */
  from?: readonly string[] | undefined;
  /** Commits that are left out with all their ancestors. */
  without?: readonly string[] | undefined;
  /** The most commits to read. */
  limit: number;
}

/**
 * Commits of the clone, newest first, in one run of git. Empty where there is no git, no repository or no commit.
 */
export function readCommits({
  cwd = process.cwd(),
  from = ['HEAD'],
  without = [],
  limit,
}: ReadCommitsOptions): Promise<CommitRecord[]> {
  // Raw headers: they name the parents of the commits at the end of a shallow clone, where every other format hides them.
  // What a clone replaces (git replace) and how it is configured to show names is its own: to all others, commits are the same.
  const git = spawn(
    'git',
    [
      ...['--no-replace-objects', 'rev-list', '--header', '--encoding=UTF-8', `--max-count=${limit}`],
      ...['--ignore-missing', '--stdin', '--end-of-options'],
    ],
    { cwd, windowsHide: true, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const commits: CommitRecord[] = [];
  let rest: Buffer = Buffer.alloc(0);
  git.stdout.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(0, start); end >= 0; end = rest.indexOf(0, start)) {
      commits.push(parseCommit(rest.subarray(start, end)));
      start = end + 1;
    }
    rest = rest.subarray(start);
  });
  return new Promise((resolve) => {
    git.once('error', () => resolve([]));
    git.once('close', () => resolve(commits));
    // Git ends before it has read everything where there is no repository.
    git.stdin.on('error', () => {});
    git.stdin.end([...from, ...without.map((commit) => `^${commit}`), ''].join('\n'));
  });
}

/** Bytes become characters one by one: names are in whatever encoding their author had. */
function parseCommit(bytes: Buffer): CommitRecord {
  const text = bytes.toString('latin1');
  const blank = text.indexOf('\n\n');
  const [id = '', ...header] = text.slice(0, blank < 0 ? undefined : blank).split('\n');
  const values = (name: string) =>
    header.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
  const [author = ''] = values('author ');
  const message = blank < 0 ? '' : text.slice(blank + 2);
  const subject = message.split('\n').find((line) => line.trim() !== '') ?? '';
  const origin = createHash('sha256').update(`${author}\n${subject.trim()}`, 'latin1').digest('hex');
  return { id, parents: values('parent '), origin: origin.slice(0, 32) };
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitRecord } from '@svc/schema';

/** A git repository whose stories are files: what a file says is how its story looks. */
export interface Repository {
  git(...args: string[]): string;
  /** Writes or, with null, deletes stories, and commits that. */
  commit(stories: Record<string, string | null>): string;
  /** The stories of the commit that is checked out. */
  stories(): Record<string, string>;
  branch(): string;
  head(): string;
  /** As the SDK collects it. */
  history(): string[];
  /** What is checked out with its ancestors, as the SDK sends them. */
  commits(): CommitRecord[];
  remove(): void;
}

export function openRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scenario-'));
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  // A minute apart: commits of one second with one subject would pass for one another.
  let minutes = 0;
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_EDITOR: 'true',
        GIT_AUTHOR_DATE: `${1_767_225_600 + 60 * minutes++} +0000`,
      },
    }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  return {
    git,
    commit(stories) {
      for (const [name, look] of Object.entries(stories)) {
        if (look === null) rmSync(join(folder, name));
        else writeFileSync(join(folder, name), look);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', `${Object.keys(stories).join(', ')} change`);
      return git('rev-parse', 'HEAD');
    },
    stories: () =>
      Object.fromEntries(
        readdirSync(folder)
          .filter((name) => !name.startsWith('.'))
          .sort()
          .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
      ),
    branch: () => git('rev-parse', '--abbrev-ref', 'HEAD'),
    head: () => git('rev-parse', 'HEAD'),
    history: () => git('rev-list', '--max-count=500', 'HEAD').split('\n'),
    commits: () =>
      git('log', '--format=%H%x00%P%x00%an %ae %at%x00%s', 'HEAD')
        .split('\n')
        .map((line) => {
          const [id = '', parents = '', author = '', subject = ''] = line.split('\u0000');
          const origin = createHash('sha256').update(`${author} ${subject}`).digest('hex').slice(0, 32);
          return { id, parents: parents.split(' ').filter(Boolean), origin };
        }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

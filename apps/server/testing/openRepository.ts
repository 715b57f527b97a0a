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
  /** Checks out a new branch, which starts at what is checked out or at another ref. */
  startBranch(name: string, from?: string): void;
  /** Checks out main, and commits to it all that a branch has besides. */
  squashIntoMain(branch: string): void;
  /** Adds empty commits to the branch that is checked out, in one go. */
  advance(commits: number): void;
  /** The stories of the commit that is checked out. */
  stories(): Record<string, string>;
  branch(): string;
  head(): string;
  /** As the SDK collects it. */
  history(): string[];
  /** What is checked out with its ancestors, as the SDK sends them. */
  commits(): CommitRecord[];
  /** A clone of the newest commits of the branch that is checked out. It goes with the repository. */
  shallowClone(depth: number): Repository;
  remove(): void;
}

// A minute apart: commits of one second with one subject would pass for one another.
let minutes = 0;
const nextTime = () => `${1_767_225_600 + 60 * minutes++} +0000`;

export function openRepository(): Repository {
  const repository = openFolder(newFolder());
  repository.git('init', '--quiet', '--initial-branch', 'main');
  return repository;
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'svc-scenario-'));

function openFolder(folder: string): Repository {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const clones: Repository[] = [];
  const run = (args: readonly string[], input = '') =>
    execFileSync('git', [...identity, ...args], {
      cwd: folder,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_EDITOR: 'true',
        GIT_AUTHOR_DATE: nextTime(),
      },
    }).trim();
  const git = (...args: string[]) => run(args);
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
    startBranch(name, from = 'HEAD') {
      git('checkout', '--quiet', '-b', name, from);
    },
    squashIntoMain(branch) {
      git('checkout', 'main');
      git('merge', '--squash', branch);
      git('commit', '--allow-empty', '--message', 'squashed');
    },
    advance(commits) {
      const ref = git('symbolic-ref', 'HEAD');
      const stream = Array.from({ length: commits }, (_, index) => {
        const from = index === 0 ? `from ${git('rev-parse', 'HEAD')}\n` : '';
        return `commit ${ref}\ncommitter Ada <ada@example.com> ${nextTime()}\ndata 5\nnotes\n${from}\n`;
      });
      run(['fast-import', '--quiet', '--force'], stream.join(''));
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
    // From the objects: the log of a shallow clone hides the parents of its last commit.
    commits: () =>
      run(['cat-file', '--batch=%(objectname)'], git('rev-list', 'HEAD'))
        .split(/^([0-9a-f]{40,64})\n(?=tree )/m)
        .slice(1)
        .reduce<CommitRecord[]>((records, part, index, parts) => {
          if (index % 2 === 0) records.push(recordOf(part, parts[index + 1] ?? ''));
          return records;
        }, []),
    shallowClone(depth) {
      const into = newFolder();
      git(
        'clone',
        '--quiet',
        '--depth',
        String(depth),
        '--branch',
        git('rev-parse', '--abbrev-ref', 'HEAD'),
        `file://${folder}`,
        into,
      );
      const clone = openFolder(into);
      clones.push(clone);
      return clone;
    },
    remove() {
      for (const clone of clones) clone.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function recordOf(id: string, object: string): CommitRecord {
  const [head = '', message = ''] = object.split(/\n\n([\s\S]*)/);
  const lines = head.split('\n');
  const author = lines.find((line) => line.startsWith('author '));
  const subject = message.split('\n', 1)[0];
  return {
    id,
    parents: lines.flatMap((line) => (line.startsWith('parent ') ? line.slice('parent '.length) : [])),
    origin: createHash('sha256').update(`${author} ${subject}`).digest('hex').slice(0, 32),
  };
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasIgnored } from './hasIgnored.js';
import { listChangedFiles } from './listChangedFiles.js';

let root: string;
const at = (path: string) => join(root, path);
function write(path: string, text = ''): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
const gitIn = (folder: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always', ...args],
    { cwd: at(folder), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  ).trim();
function createRepository(folder: string, ...files: string[]): void {
  for (const file of files) write(join(folder, file));
  gitIn(folder, 'init', '-b', 'main');
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-m', 'base');
}
const list = (cwd = 'own') => listChangedFiles(at(cwd), 'HEAD');

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-repository-')));
  createRepository('own', 'a.ts', 'b.ts', 'c.ts');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('files that git was told to look away from', () => {
  beforeEach(() => {
    gitIn('own', 'update-index', '--assume-unchanged', 'a.ts');
    gitIn('own', 'update-index', '--skip-worktree', 'b.ts', 'c.ts');
  });

  test('are changed if their content is', async () => {
    expect((await list())?.changed).toEqual([]);
    write('own/a.ts', 'other');
    write('own/b.ts', 'other');
    expect((await list())?.changed).toEqual(['a.ts', 'b.ts']);
  });

  test('are not changed by a sparse checkout, nor by line ends that git converts', async () => {
    rmSync(at('own/c.ts'));
    write('own/b.ts', 'b\n');
    gitIn('own', 'update-index', '--no-skip-worktree', 'b.ts');
    gitIn('own', 'commit', '-am', 'a line');
    gitIn('own', 'update-index', '--skip-worktree', 'b.ts');
    gitIn('own', 'config', 'core.autocrlf', 'true');
    write('own/b.ts', 'b\r\n');
    expect((await list())?.changed).toEqual([]);
  });
});

test('all files of a repository that was cloned into this one are untracked', async () => {
  createRepository('own/tokens', 'red.ts', 'deep/blue.ts', '.gitignore');
  write('own/tokens/.gitignore', 'dist\n');
  write('own/tokens/dist/x.ts');
  write('own/tokens/new.ts');
  const names = ['tokens/.gitignore', 'tokens/deep/blue.ts', 'tokens/new.ts', 'tokens/red.ts'];
  expect((await list())?.untracked.toSorted()).toEqual(names);
});

describe('whether git ignores a file', () => {
  const ignores = (...names: string[]) =>
    hasIgnored(
      at('own'),
      names.map((name) => at(join('own', name))),
    );

  test('is known of files that are there, new, forced and elsewhere', async () => {
    write('own/.gitignore', 'made.ts\nforced.ts\n');
    for (const name of ['made.ts', 'new.ts', 'forced.ts']) write(`own/${name}`);
    gitIn('own', 'add', '--force', 'forced.ts');
    expect(await ignores('a.ts', 'new.ts', 'forced.ts', '../elsewhere.ts')).toBe(false);
    expect(await ignores('a.ts', 'made.ts')).toBe(true);
  });

  test('is known beside and within submodules', async () => {
    createRepository('library', 'part.ts', '.gitignore');
    write('library/.gitignore', 'made.ts\n');
    gitIn('library', 'commit', '-am', 'ignore');
    gitIn('own', 'submodule', 'add', at('library'), 'lib');
    expect(await ignores('a.ts', 'lib/part.ts')).toBe(false);
    expect(await ignores('a.ts', 'lib/made.ts')).toBe(true);
    write('own/.gitignore', 'made.ts\n');
    expect(await ignores('made.ts', 'lib/part.ts')).toBe(true);
  });

  test('is known of more names than a command may have on Windows', async () => {
    write('own/.gitignore', 'made.ts\n');
    const long = Array.from({ length: 400 }, (_, index) => `${'long/'.repeat(20)}${index}.ts`);
    for (const name of long) write(`own/${name}`);
    expect(await ignores(...long)).toBe(false);
    expect(await ignores(...long, 'made.ts')).toBe(true);
  });
});

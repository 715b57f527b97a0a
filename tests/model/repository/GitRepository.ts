import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommitGraphService, shareCommits } from '@svc/sdk';
import type { Conflict, Looks, Repository, Telling } from './Repository.js';

type Change = Readonly<Record<string, string | null>>;

/** Commits that a shallow clone has. */
const shallowDepth = 2;
/** Git refuses `:` in the name of a branch; the branch `owner:branch` of a fork has another name here. */
const toRef = (branch: string) => branch.replace(':', '--');
const toBranch = (ref: string) => ref.replace('--', ':');

/** A repository of git itself, with one slot a file. */
export class GitRepository implements Repository {
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-model-'));
  readonly #cwd = join(this.#folder, 'origin');
  readonly #looks = new Map<string, Looks>();
  readonly #parents = new Map<string, readonly string[]>();
  #heads = new Map<string, string>();
  /** Every commit has its own minute and subject: only what rewrites a commit keeps both. */
  #minute = 0;
  /** Seconds of the committer's clock, which goes on with every call of git: a history is the same every time. */
  #seconds = 0;
  #clones = 0;

  constructor() {
    mkdirSync(this.#cwd);
    this.#git('init', '--quiet', '--initial-branch', 'main');
    this.#git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    this.#git('config', 'merge.renames', 'false');
  }

  branches = () => [...this.#heads.keys()];
  remove = () => rmSync(this.#folder, { recursive: true, force: true });

  head(branch: string): string {
    const head = this.#heads.get(branch);
    if (head === undefined) throw new Error(`there is no branch ${branch}`);
    return head;
  }

  parents(commit: string): readonly string[] {
    const known = this.#parents.get(commit);
    if (known) return known;
    const parents = this.#git('rev-parse', `${commit}^@`).split('\n').filter(Boolean);
    this.#parents.set(commit, parents);
    return parents;
  }

  looks(commit: string): Looks {
    const known = this.#looks.get(commit);
    if (known) return known;
    this.#git('checkout', '--quiet', '--detach', commit);
    const files = readdirSync(this.#cwd).filter((name) => name !== '.git');
    const looks = Object.fromEntries(
      files.map((name) => [name, readFileSync(join(this.#cwd, name), 'utf8').trim()]),
    );
    this.#looks.set(commit, looks);
    return looks;
  }

  contains(head: string, commit: string): boolean {
    return this.#try('merge-base', '--is-ancestor', commit, head);
  }

  commit(branch: string, change: Change): void {
    if (this.#heads.has(branch)) this.#checkOut(branch);
    this.#write(change);
    this.#git('commit', '--quiet', '--allow-empty', '--message', this.#subject('Change'));
    this.#refresh();
  }

  setBranch(branch: string, commit: string): void {
    this.#detach();
    this.#git('branch', '--force', toRef(branch), commit);
    this.#refresh();
  }

  deleteBranch(branch: string): void {
    this.#detach();
    this.#git('branch', '--quiet', '-D', toRef(branch));
    this.#refresh();
  }

  renameBranch(from: string, to: string): void {
    this.#git('branch', '--move', toRef(from), toRef(to));
    this.#refresh();
  }

  merge(from: string, into: string, conflict: Conflict): void {
    this.#checkOut(into);
    this.#merge(this.head(from), conflict);
    this.#refresh();
  }

  mergeForCi(head: string, base: string): string {
    this.#git('checkout', '--quiet', '--detach', base);
    this.#merge(head, 'theirs');
    return this.#git('rev-parse', 'HEAD');
  }

  squash(from: string, into: string, conflict: Conflict): void {
    if (this.contains(this.head(into), this.head(from))) return;
    this.#checkOut(into);
    if (!this.#try('merge', '--quiet', '--allow-unrelated-histories', '--squash', this.head(from)))
      this.#resolve(conflict);
    this.#git('commit', '--quiet', '--allow-empty', '--message', this.#subject('Squash'));
    this.#refresh();
  }

  rebase(branch: string, onto: string, conflict: Conflict): void {
    this.#checkOut(branch);
    let done = this.#try('rebase', '--quiet', '--empty=keep', this.head(onto));
    while (!done && this.#isRebasing()) {
      this.#resolve(conflict);
      done = this.#try('rebase', '--continue') || (this.#hasNothing() && this.#try('rebase', '--skip'));
    }
    this.#refresh();
  }

  cherryPick(commit: string, onto: string, conflict: Conflict): void {
    this.#checkOut(onto);
    if (!this.#try('cherry-pick', '--allow-empty', '--keep-redundant-commits', commit)) {
      this.#resolve(conflict);
      this.#git('commit', '--quiet', '--allow-empty', '--reuse-message', commit);
    }
    this.#refresh();
  }

  amend(branch: string, change: Change): void {
    this.#checkOut(branch);
    this.#write(change);
    this.#git('commit', '--quiet', '--allow-empty', '--amend', '--no-edit');
    this.#refresh();
  }

  revert(branch: string): void {
    const head = this.head(branch);
    const { length } = this.parents(head);
    if (length === 0) return;
    this.#checkOut(branch);
    this.#git('revert', '--no-commit', ...(length > 1 ? ['--mainline', '1'] : []), head);
    this.#git('commit', '--quiet', '--allow-empty', '--message', this.#subject('Revert'));
    this.#refresh();
  }

  async tell(service: CommitGraphService, commit: string, telling: Telling): Promise<void> {
    if (telling === 'nothing') return;
    if (telling === 'all') {
      this.#git('checkout', '--quiet', '--detach', commit);
      await shareCommits(service, this.#cwd);
      return;
    }
    const clone = join(this.#folder, `clone-${this.#clones++}`);
    mkdirSync(clone);
    this.#run(clone, ['init', '--quiet']);
    this.#run(clone, ['fetch', '--quiet', `--depth=${shallowDepth}`, `file://${this.#cwd}`, commit]);
    this.#run(clone, ['checkout', '--quiet', '--detach', 'FETCH_HEAD']);
    await shareCommits(service, clone);
    rmSync(clone, { recursive: true });
  }

  #merge(commit: string, conflict: Conflict): void {
    const how = ['--quiet', '--allow-unrelated-histories', '--no-ff'];
    const isMerged = this.#try('merge', ...how, '--message', this.#subject('Merge'), commit);
    if (isMerged) return;
    this.#resolve(conflict);
    this.#git('commit', '--quiet', '--no-edit');
  }

  /** Ends every conflict in favor of one side: that of the index stage 2 or 3; an absent stage is a removed file. */
  #resolve(conflict: Conflict): void {
    const stage = conflict === 'ours' ? '2' : '3';
    const lines = this.#git('ls-files', '--unmerged').split('\n').filter(Boolean);
    const names = new Set(lines.map((line) => line.split('\t')[1] ?? ''));
    for (const name of names) {
      const isThere = lines.some((line) => line.includes(` ${stage}\t${name}`));
      if (isThere) {
        const look = this.#git('cat-file', 'blob', `:${stage}:${name}`);
        writeFileSync(join(this.#cwd, name), `${look}\n`);
        this.#git('add', name);
      } else {
        this.#git('rm', '--quiet', '--force', name);
      }
    }
  }

  #isRebasing = () => readdirSync(join(this.#cwd, '.git')).includes('rebase-merge');
  #hasNothing = () => this.#git('status', '--porcelain') === '';

  #write(change: Change): void {
    for (const [name, look] of Object.entries(change)) {
      if (look === null) rmSync(join(this.#cwd, name), { force: true });
      else writeFileSync(join(this.#cwd, name), `${look}\n`);
    }
    this.#git('add', '--all');
  }

  #subject = (what: string) => `${what} ${++this.#minute}`;
  #checkOut = (branch: string) => this.#git('checkout', '--quiet', toRef(branch));
  #detach = () => this.#git('checkout', '--quiet', '--detach');

  #refresh(): void {
    const refs = this.#git('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads');
    const heads = refs.split('\n').map((line) => line.split(' '));
    this.#heads = new Map(heads.map(([ref = '', commit = '']) => [toBranch(ref), commit]));
  }

  #git = (...args: string[]) => this.#run(this.#cwd, args);

  #try(...args: string[]): boolean {
    return spawnSync('git', args, { cwd: this.#cwd, env: this.#env(), stdio: 'ignore' }).status === 0;
  }

  #run(cwd: string, args: readonly string[]): string {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: [...stdio], env: this.#env() }).trim();
  }

  #env(): NodeJS.ProcessEnv {
    const minute = String(this.#minute % 60).padStart(2, '0');
    const hour = String(Math.floor(this.#minute / 60) % 24).padStart(2, '0');
    return {
      PATH: process.env.PATH,
      HOME: this.#folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_EDITOR: 'true',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: `2026-01-01T${hour}:${minute}:00+0100`,
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      GIT_COMMITTER_DATE: `${1_767_222_000 + ++this.#seconds} +0100`,
    };
  }
}

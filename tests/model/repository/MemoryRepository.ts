import { createHash } from 'node:crypto';
import type { CommitRecord } from '@svc/schema';
import type { CommitGraphService } from '@svc/sdk';
import type { Conflict, Looks, Repository, Telling } from './Repository.js';

interface Commit {
  id: string;
  parents: readonly string[];
  looks: Looks;
  /** The change that it is, also after a rebase. */
  origin: string;
}

type Change = Readonly<Record<string, string | null>>;

/** Commits that a shallow clone has. */
const shallowDepth = 2;

/** A repository without git, for histories by the thousand. */
export class MemoryRepository implements Repository {
  readonly #commits = new Map<string, Commit>();
  readonly #branches = new Map<string, string>();

  branches = () => [...this.#branches.keys()];
  parents = (commit: string) => this.#commit(commit).parents;
  looks = (commit: string) => this.#commit(commit).looks;
  contains = (head: string, commit: string) => this.#ancestors(head).has(commit);
  remove = () => {};

  head(branch: string): string {
    const head = this.#branches.get(branch);
    if (head === undefined) throw new Error(`there is no branch ${branch}`);
    return head;
  }

  commit(branch: string, change: Change): void {
    const head = this.#branches.get(branch);
    const looks = head === undefined ? {} : this.looks(head);
    this.#branches.set(branch, this.#add(head === undefined ? [] : [head], apply(looks, change)));
  }

  setBranch(branch: string, commit: string): void {
    this.#branches.set(branch, commit);
  }

  deleteBranch(branch: string): void {
    this.#branches.delete(branch);
  }

  renameBranch(from: string, to: string): void {
    this.#branches.set(to, this.head(from));
    this.#branches.delete(from);
  }

  merge(from: string, into: string, conflict: Conflict): void {
    const [ours, theirs] = [this.head(into), this.head(from)];
    if (this.contains(ours, theirs)) return;
    this.#branches.set(into, this.#add([ours, theirs], this.#mergeLooks(ours, theirs, conflict)));
  }

  mergeForCi(head: string, base: string): string {
    return this.#add([base, head], this.#mergeLooks(base, head, 'theirs'));
  }

  squash(from: string, into: string, conflict: Conflict): void {
    const [ours, theirs] = [this.head(into), this.head(from)];
    if (this.contains(ours, theirs)) return;
    this.#branches.set(into, this.#add([ours], this.#mergeLooks(ours, theirs, conflict)));
  }

  rebase(branch: string, onto: string, conflict: Conflict): void {
    const upstream = this.#ancestors(this.head(onto));
    if (this.contains(this.head(branch), this.head(onto))) return;
    const own = [...this.#commits.values()].filter(
      ({ id, parents }) => this.contains(this.head(branch), id) && !upstream.has(id) && parents.length < 2,
    );
    let at = this.head(onto);
    for (const { id } of own) at = this.#replay(id, at, conflict);
    this.#branches.set(branch, at);
  }

  cherryPick(commit: string, onto: string, conflict: Conflict): void {
    this.#branches.set(onto, this.#replay(commit, this.head(onto), conflict));
  }

  amend(branch: string, change: Change): void {
    const { parents, looks, origin } = this.#commit(this.head(branch));
    this.#branches.set(branch, this.#add(parents, apply(looks, change), origin));
  }

  revert(branch: string): void {
    const head = this.head(branch);
    const [parent] = this.parents(head);
    if (parent !== undefined) this.#branches.set(branch, this.#add([head], this.looks(parent)));
  }

  async tell(service: CommitGraphService, commit: string, telling: Telling): Promise<void> {
    if (telling === 'nothing') return;
    const all = [...this.#ancestors(commit)];
    const told = telling === 'all' ? all : this.#newest(commit, shallowDepth);
    await service.addCommits(
      told.map((id): CommitRecord => {
        const { parents, origin } = this.#commit(id);
        return { id, parents: [...parents], origin };
      }),
    );
  }

  #newest(commit: string, depth: number): string[] {
    const newest = new Set([commit]);
    let last = [commit];
    for (let level = 1; level < depth; level++) {
      last = last.flatMap((id) => this.parents(id));
      for (const id of last) newest.add(id);
    }
    return [...newest];
  }

  #commit(id: string): Commit {
    const commit = this.#commits.get(id);
    if (!commit) throw new Error(`there is no commit ${id}`);
    return commit;
  }

  #add(parents: readonly string[], looks: Looks, origin?: string): string {
    const id = `c${this.#commits.size + 1}`;
    const hash = createHash('sha256').update(id).digest('hex').slice(0, 32);
    this.#commits.set(id, { id, parents, looks, origin: origin ?? hash });
    return id;
  }

  #ancestors(id: string): Set<string> {
    const all = new Set([id]);
    for (const one of all) for (const parent of this.parents(one)) all.add(parent);
    return all;
  }

  #replay(id: string, onto: string, conflict: Conflict): string {
    const { parents, looks, origin } = this.#commit(id);
    const [parent] = parents;
    const base = parent === undefined ? {} : this.looks(parent);
    return this.#add([onto], threeWay(this.looks(onto), looks, base, conflict), origin);
  }

  #mergeLooks(ours: string, theirs: string, conflict: Conflict): Looks {
    const shared = [...this.#ancestors(ours)].filter((id) => this.contains(theirs, id));
    const base = shared.find((id) => !shared.some((other) => other !== id && this.contains(other, id)));
    return threeWay(
      this.looks(ours),
      this.looks(theirs),
      base === undefined ? {} : this.looks(base),
      conflict,
    );
  }
}

function apply(looks: Looks, change: Change): Looks {
  const all = Object.entries({ ...looks, ...change }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(all.flatMap(([slot, look]) => (look === null ? [] : [[slot, look]])));
}

function threeWay(ours: Looks, theirs: Looks, base: Looks, conflict: Conflict): Looks {
  const merged: Record<string, string | null> = {};
  for (const slot of Object.keys({ ...ours, ...theirs })) {
    const [own, other, before] = [ours[slot] ?? null, theirs[slot] ?? null, base[slot] ?? null];
    if (own === other || other === before) merged[slot] = own;
    else if (own === before) merged[slot] = other;
    else merged[slot] = conflict === 'ours' ? own : other;
  }
  return apply({}, merged);
}

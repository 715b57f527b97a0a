import type { CommitGraphService } from '@svc/sdk';

/** What a slot looks like in a commit; absent where it is not there. */
export type Looks = Readonly<Record<string, string>>;

/** How a merge ends where both sides changed a slot. */
export type Conflict = 'ours' | 'theirs';

/** What a client tells the service of the history: all it lacks, the newest commits of a shallow clone, or nothing. */
export type Telling = 'all' | 'shallow' | 'nothing';

/** A repository whose files are slots: what a file says is how its slot looks. Branches have the names of the service. */
export interface Repository {
  branches(): string[];
  head(branch: string): string;
  parents(commit: string): readonly string[];
  looks(commit: string): Looks;
  /** Whether the one is the other or an ancestor of it. */
  contains(head: string, commit: string): boolean;
  /** The first commit makes the branch; null removes a slot. */
  commit(branch: string, looks: Readonly<Record<string, string | null>>): void;
  /** Makes a branch, or moves one. */
  setBranch(branch: string, commit: string): void;
  deleteBranch(branch: string): void;
  renameBranch(from: string, to: string): void;
  /** With a merge commit, also where none is needed. */
  merge(from: string, into: string, conflict: Conflict): void;
  squash(from: string, into: string, conflict: Conflict): void;
  rebase(branch: string, onto: string, conflict: Conflict): void;
  cherryPick(commit: string, onto: string, conflict: Conflict): void;
  amend(branch: string, looks: Readonly<Record<string, string | null>>): void;
  /** Undoes the newest commit of a branch by another one. */
  revert(branch: string): void;
  /** What CI checks out of a pull request: a merge into the base that is on no branch. */
  mergeForCi(head: string, base: string): string;
  tell(service: CommitGraphService, commit: string, telling: Telling): Promise<void>;
  remove(): void;
}

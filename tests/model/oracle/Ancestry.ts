import type { CommitRecord } from '@svc/schema';

/** A commit with everything that it is known to be built on. */
export interface Seen {
  commits: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  /** A commit in it is unknown: a shallow clone ended there, or nobody sent a graph. */
  isOpen: boolean;
}

/** The union of the commits that all builds sent (R40). */
export class Ancestry {
  readonly #known = new Map<string, CommitRecord>();
  readonly #seen = new Map<string, Seen>();
  readonly #generations = new Map<string, number>();

  add(commit: CommitRecord): void {
    if (this.#known.has(commit.id)) return;
    this.#known.set(commit.id, commit);
    this.#seen.clear();
    this.#generations.clear();
  }

  of(head: string): Seen {
    const kept = this.#seen.get(head);
    if (kept) return kept;
    const commits = new Set([head]);
    const origins = new Set<string>();
    let isOpen = false;
    for (const id of commits) {
      const commit = this.#known.get(id);
      if (!commit) isOpen = true;
      else origins.add(commit.origin);
      for (const parent of commit?.parents ?? []) commits.add(parent);
    }
    const seen = { commits, origins, isOpen };
    this.#seen.set(head, seen);
    return seen;
  }

  /** Whether any build described the commit itself. */
  knows(commit: string): boolean {
    return this.#known.has(commit);
  }

  /** Commits on the longest way to its first ancestor that is known. */
  generationOf(commit: string): number {
    const kept = this.#generations.get(commit);
    if (kept !== undefined) return kept;
    const parents = this.#known.get(commit)?.parents ?? [];
    const generation = 1 + Math.max(0, ...parents.map((parent) => this.generationOf(parent)));
    this.#generations.set(commit, generation);
    return generation;
  }

  sees(head: string, commit: string): boolean {
    return this.of(head).commits.has(commit);
  }

  isBefore(earlier: string, later: string): boolean {
    return earlier !== later && this.sees(later, earlier);
  }

  /** Whether the head has the commit, or has it as a rebase or an amend rewrote it. */
  seesRewritten(head: string, commit: string): boolean {
    const origin = this.#known.get(commit)?.origin;
    return this.sees(head, commit) || (origin !== undefined && this.of(head).origins.has(origin));
  }
}

/** A commit as a client read it from its repository (R40). */
export interface Commit {
  /** Its object name. */
  id: string;
  parents: readonly string[];
  /** Equal for commits of the same author, author date and subject, which a rebase or an amend leaves as they were. */
  origin: string;
}

/** A commit and everything that it was built on. */
export interface Ancestry {
  /** Whether the head is that commit or descends from it. */
  has(commit: string): boolean;
  /** Whether a commit of that origin is in it. */
  hasOrigin(origin: string): boolean;
  /** Whether a commit in it is unknown: a shallow clone ended there, and nobody reported more. */
  isOpen: boolean;
}

/** Commits on the way from one to another, after which all ancestors are found: that is kept, and is quicker for each. */
const longWalk = 1_000;

/** Ancestries that are kept: one is a bit a commit, and a build asks for its own again and again. */
const keptAncestries = 32;

/**
 * The commits that clients reported, as one graph (R40). It only grows: object names are hashes of what they name, so that
 * what is reported twice is the same, and what one client lacks, another may add.
 */
export class CommitGraph {
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #parents: (readonly number[] | null)[] = [];
  readonly #origins: (string | null)[] = [];
  /** One more than the largest of the parents: what descends from a commit has a larger one. */
  #generations: number[] | null = null;
  readonly #ancestries = new Map<string, Ancestry>();
  #reported = 0;

  /** Commits that were reported, without those that are only known as parents. */
  get size(): number {
    return this.#reported;
  }

  add(commit: Commit): void {
    const isBuiltOn = this.#places.has(commit.id);
    const place = this.#placeOf(commit.id);
    if (this.#parents[place] !== null) return;
    const parents = commit.parents.map((parent) => this.#placeOf(parent));
    this.#parents[place] = parents;
    this.#origins[place] = commit.origin;
    this.#reported += 1;
    this.#ancestries.clear();
    if (this.#generations === null) return;
    // What was built on an unknown commit has another generation now; of a new one nothing else changes.
    if (isBuiltOn) this.#generations = null;
    else this.#count(this.#generations, place, parents);
  }

  /** Whether the commit's parents are known. */
  knows(commit: string): boolean {
    const place = this.#places.get(commit);
    return place !== undefined && this.#parents[place] !== null;
  }

  /** Of the commit itself; null of an unknown one. */
  originOf(commit: string): string | null {
    const place = this.#places.get(commit);
    return (place !== undefined && this.#origins[place]) || null;
  }

  /** What descends from a commit has a larger one. */
  generationOf(commit: string): number {
    const place = this.#places.get(commit);
    return place === undefined ? 1 : at(this.#knownGenerations(), place);
  }

  /** What the head has seen (R7). Of an unknown commit, that commit alone. */
  ancestryOf(head: string): Ancestry {
    const kept = this.#ancestries.get(head);
    if (kept) {
      this.#ancestries.delete(head);
      this.#ancestries.set(head, kept);
      return kept;
    }
    const ancestry = this.#walk(head);
    this.#ancestries.set(head, ancestry);
    const [oldest] = this.#ancestries.keys();
    if (this.#ancestries.size > keptAncestries && oldest !== undefined) this.#ancestries.delete(oldest);
    return ancestry;
  }

  /** Whether `later` descends from `earlier` and is another commit. Costs what lies between them, or one walk to the root. */
  isBefore(earlier: string, later: string): boolean {
    const kept = this.#ancestries.get(later);
    if (kept) return earlier !== later && kept.has(earlier);
    const wanted = this.#places.get(earlier);
    const start = this.#places.get(later);
    if (wanted === undefined || start === undefined || wanted === start) return false;
    const generations = this.#knownGenerations();
    const least = at(generations, wanted);
    const visited = new Set([start]);
    for (const place of visited) {
      for (const parent of this.#parents[place] ?? []) {
        if (parent === wanted) return true;
        if (at(generations, parent) > least) visited.add(parent);
      }
      if (visited.size > longWalk) return this.ancestryOf(later).has(earlier);
    }
    return false;
  }

  /** Whether `later` holds a commit of the same origin that is not an ancestor of this one: it was rebased or amended. */
  isRewrittenIn(commit: string, later: string): boolean {
    const origin = this.originOf(commit);
    if (origin === null || commit === later) return false;
    const known = this.ancestryOf(commit);
    for (const batch of this.newestFirst(later, longWalk, (one) => known.has(one))) {
      if (batch.some((one) => this.originOf(one) === origin)) return true;
    }
    return false;
  }

  /**
   * A head and its ancestors, none before one that descends from it, some at a time.
   * @param isEnd asked of each commit when its turn has come: those that it is true of are left out, with what is only
   *   reached by them
   */
  *newestFirst(head: string, size: number, isEnd: (commit: string) => boolean): Generator<string[]> {
    const start = this.#places.get(head);
    if (start === undefined) return;
    const generations = this.#knownGenerations();
    const waiting: number[][] = [];
    const known = new Set<number>();
    const wait = (place: number) => {
      if (known.has(place)) return;
      known.add(place);
      const generation = at(generations, place);
      const same = waiting[generation];
      if (same) same.push(place);
      else waiting[generation] = [place];
    };
    wait(start);
    let batch: string[] = [];
    for (let generation = at(generations, start); generation > 0; generation--) {
      for (const place of waiting[generation] ?? []) {
        const commit = this.#ids[place];
        if (commit === undefined || isEnd(commit)) continue;
        batch.push(commit);
        for (const parent of this.#parents[place] ?? []) wait(parent);
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** Unknown commits that the given ones descend from, at most as many as wanted. */
  openEnds(commits: readonly string[], most: number): string[] {
    const visited = new Set(commits.flatMap((commit) => this.#places.get(commit) ?? []));
    const ends: number[] = [];
    for (const place of visited) {
      const parents = this.#parents[place];
      if (!parents && ends.push(place) === most) break;
      for (const parent of parents ?? []) visited.add(parent);
    }
    return ends.flatMap((place) => this.#ids[place] ?? []);
  }

  #placeOf(commit: string): number {
    const known = this.#places.get(commit);
    if (known !== undefined) return known;
    const place = this.#ids.length;
    this.#ids.push(commit);
    this.#places.set(commit, place);
    this.#parents.push(null);
    this.#origins.push(null);
    return place;
  }

  #walk(head: string): Ancestry {
    const start = this.#places.get(head);
    const seen = new Uint8Array(this.#parents.length);
    const found: number[] = [];
    if (start !== undefined) {
      seen[start] = 1;
      found.push(start);
    }
    let isOpen = start === undefined;
    for (const place of found) {
      const parents = this.#parents[place];
      if (!parents) isOpen = true;
      for (const parent of parents ?? []) {
        if (seen[parent]) continue;
        seen[parent] = 1;
        found.push(parent);
      }
    }
    let origins: Set<string | null | undefined> | undefined;
    return {
      isOpen,
      has: (commit) => commit === head || seen[this.#places.get(commit) ?? -1] === 1,
      hasOrigin: (origin) => {
        origins ??= new Set(found.map((place) => this.#origins[place]));
        return origins.has(origin);
      },
    };
  }

  #knownGenerations(): number[] {
    this.#generations ??= this.#countGenerations();
    return this.#generations;
  }

  #count(generations: number[], place: number, parents: readonly number[]): void {
    // An unknown commit is the first of its line, as far as anybody knows.
    for (const parent of parents) generations[parent] ||= 1;
    generations[place] = 1 + Math.max(0, ...parents.map((parent) => at(generations, parent)));
  }

  /** Depth first without recursion: histories are longer than a stack is deep. */
  #countGenerations(): number[] {
    const generations: number[] = Array(this.#parents.length).fill(0);
    const waiting: number[] = [];
    for (let start = 0; start < this.#parents.length; start++) {
      waiting.push(start);
      for (let place = waiting.at(-1); place !== undefined; place = waiting.at(-1)) {
        const parents = at(generations, place) > 0 ? [] : (this.#parents[place] ?? []);
        const open = parents.filter((parent) => at(generations, parent) === 0);
        if (open.length > 0) {
          waiting.push(...open);
          continue;
        }
        waiting.pop();
        if (at(generations, place) === 0) this.#count(generations, place, parents);
      }
    }
    return generations;
  }
}

function at(numbers: readonly number[], place: number): number {
  const number = numbers[place];
  if (number === undefined) throw new Error(`commit ${place} has no generation`);
  return number;
}

import type { CommitRecord } from '@svc/schema';
import type { Observation, ObservedBuild } from '../Observation.js';
import { compareAgain, completeBuild, slotsOf } from './completeBuild.js';
import { approve, reject, revoke, type Wish } from './decide.js';
import { conclude, judgeCommit } from './judgeCommit.js';
import { type Build, type BuildStart, newBuild, Refusal } from './records.js';
import { activeEntry, completedBuilds, createState, lineOf, lookOf, type State, tick } from './State.js';

export type BuildEnd = Pick<Build, 'exitCode' | 'isComplete' | 'allowEmpty'>;

/** The rules, as their text says them; shares nothing with the service but names of fields. */
export class Oracle {
  readonly state: State = createState();

  addCommits(commits: readonly CommitRecord[]): void {
    for (const commit of commits) this.state.ancestry.add(commit);
  }

  open(start: BuildStart): void {
    this.state.builds.push(newBuild(start, tick(this.state)));
  }

  complete(label: string, end: BuildEnd): void {
    const build = this.build(label);
    Object.assign(build, end);
    completeBuild(this.state, build);
    this.compareOutdated();
  }

  approve(label: string, wish: Wish = {}): string {
    return this.#decide(() => approve(this.state, this.build(label), wish));
  }

  reject(label: string, wish: Wish = {}): string {
    return this.#decide(() => reject(this.state, this.build(label), wish));
  }

  revoke(label: string, wish: Wish = {}): string {
    return this.#decide(() => revoke(this.state, this.build(label), wish));
  }

  compareAgain(label: string): void {
    compareAgain(this.state, this.build(label));
    this.compareOutdated();
  }

  forget(): void {
    for (const build of this.state.builds) build.isForgotten = true;
  }

  renameDefault(name: string): void {
    this.state.renames.push({ from: this.state.defaultBranch, at: tick(this.state) });
    this.state.defaultBranch = name;
  }

  build(label: string): Build {
    const build = this.state.builds.find((one) => one.label === label);
    if (!build) throw new Error(`there is no build ${label}`);
    return build;
  }

  /** The service compares outdated builds again automatically, the oldest commit first, and of one commit the build that began first (R6, R22). */
  compareOutdated(): void {
    const age = (build: Build) => this.state.ancestry.generationOf(build.checkout);
    for (let round = 0; round < 1_000; round++) {
      for (const build of this.state.builds) if (build.isForgotten) build.isOutdated = false;
      const outdated = completedBuilds(this.state).filter((build) => build.isOutdated);
      const [oldest] = outdated.toSorted((a, b) => age(a) - age(b) || a.openedAt - b.openedAt);
      if (!oldest) return;
      compareAgain(this.state, oldest);
    }
    throw new Error('builds outdate each other without end');
  }

  observe(): Observation {
    const { state } = this;
    const builds = completedBuilds(state).filter(({ isForgotten }) => !isForgotten);
    const branches = new Set(state.entries.map((entry) => lineOf(state, entry.branch, entry.at)));
    return {
      builds: Object.fromEntries(builds.map((build) => [build.label, observeBuild(build)])),
      baselines: Object.fromEntries(
        [...branches].flatMap((branch) => {
          const active = [...slotsOf(state)].flatMap((slot) => {
            const look = lookOf(activeEntry(state, branch, slot));
            return look === null ? [] : [[slot, look] as const];
          });
          return active.length === 0 ? [] : [[branch, Object.fromEntries(active)] as const];
        }),
      ),
      checks: Object.fromEntries(builds.map(({ commit }) => [commit, judgeCommit(state, commit) ?? 'none'])),
    };
  }

  #decide(act: () => void): string {
    try {
      act();
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
    this.compareOutdated();
    return 'ok';
  }
}

const observeBuild = (build: Build): ObservedBuild => ({
  conclusion: conclude(build),
  results: Object.fromEntries(
    [...build.results.values()].map((result) => [
      result.slot,
      {
        status: result.status,
        approval: result.approval,
        base: result.base,
        head: result.head,
        reason: result.isRemembered ? 'remembered' : result.reason,
        ref: result.entry?.branch ?? null,
        commit: result.entry?.commit ?? null,
      },
    ]),
  ),
});

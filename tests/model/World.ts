import type { CommitRecord } from '@svc/schema';
import type { CommitGraphService } from '@svc/sdk';
import type { Observation } from './Observation.js';
import { Oracle } from './oracle/Oracle.js';
import type { Part } from './oracle/records.js';
import type { Looks, Repository } from './repository/Repository.js';
import { changeRepository } from './steps/changeRepository.js';
import type { BuildStep, Step } from './steps/Step.js';

/** What a client says when a build begins. */
export interface Start {
  label: string;
  branch: string;
  commit: string;
  checkout: string;
  baselineRef: string | null;
  targetRefs: readonly string[] | null;
  looks: Looks;
  autoApprove: boolean;
  isEphemeral: boolean;
  shard: string | null;
}

export interface End {
  exitCode: number;
  isComplete: boolean;
  allowEmpty: boolean;
}

export type Verb = 'approve' | 'reject' | 'revoke';
export interface Wish {
  slots?: readonly string[] | undefined;
  ifStatus?: 'pending' | 'approved' | 'rejected' | undefined;
}

/** The service, as clients drive it. */
export interface Service extends CommitGraphService {
  open(start: Start): Promise<void>;
  complete(label: string, end: End): Promise<void>;
  /** @returns `ok`, or the code of the refusal */
  decide(verb: Verb, label: string, wish: Wish): Promise<string>;
  compareAgain(label: string): Promise<void>;
  renameDefault(name: string): Promise<void>;
  /** Removes the rows of all builds so far. */
  removeRows(): Promise<void>;
  observe(): Promise<Observation>;
}

/** A repository, what the rules make of its history, and the service beside it where there is one. */
export class World {
  readonly oracle = new Oracle();
  readonly labels: string[] = [];
  /** Builds that were opened and have not ended, with how they will. */
  readonly open = new Map<string, End>();
  readonly played: Step[] = [];

  constructor(
    readonly repository: Repository,
    readonly service: Service | null = null,
  ) {}

  /**
   * Whether a step is about a build whose rows were removed, or builds a commit that such a one had come to already: the
   * service refuses the first, and of the second carries nothing over.
   */
  isTooLate(step: Step): boolean {
    const { builds } = this.oracle.state;
    const forgotten = builds.filter(({ isForgotten }) => isForgotten);
    if (step.do === 'build' || step.do === 'open') {
      const { commit } = startOf(this.repository, step);
      return forgotten.some((build) => this.repository.contains(build.commit, commit));
    }
    return 'build' in step && !builds.some((build) => build.label === step.build && !build.isForgotten);
  }

  async play(step: Step): Promise<void> {
    this.played.push(step);
    if (changeRepository(this.repository, step)) return;
    if (step.do === 'build' || step.do === 'open') await this.#build(step);
    if (step.do === 'end') await this.#end(step.build);
    if (step.do === 'approve' || step.do === 'reject' || step.do === 'revoke') await this.#decide(step);
    if (step.do === 'compare again') {
      this.oracle.compareAgain(step.build);
      await this.service?.compareAgain(step.build);
    }
    if (step.do === 'remove rows') {
      this.oracle.forget();
      await this.service?.removeRows();
    }
    if (step.do === 'rename the default branch') {
      this.repository.renameBranch(this.oracle.state.defaultBranch, step.to);
      this.oracle.renameDefault(step.to);
      await this.service?.renameDefault(step.to);
    }
  }

  async #build(step: BuildStep & { do: 'build' | 'open' }): Promise<void> {
    const start = startOf(this.repository, step);
    await this.repository.tell(this.#graph(), start.checkout, step.telling ?? 'all');
    const { shard, ...known } = start;
    this.oracle.open({ ...known, part: partOf(shard) });
    await this.service?.open(start);
    this.labels.push(step.label);
    const { exitCode = 0, complete = step.only === undefined, allowEmpty = false } = step;
    this.open.set(step.label, { exitCode, isComplete: complete, allowEmpty });
    if (step.do === 'build') await this.#end(step.label);
  }

  async #end(label: string): Promise<void> {
    const end = this.open.get(label);
    if (!end) throw new Error(`${label} is not open`);
    this.open.delete(label);
    this.oracle.complete(label, end);
    await this.service?.complete(label, end);
  }

  async #decide(step: Extract<Step, { do: Verb }>): Promise<void> {
    const { do: verb, build, slots, ifStatus } = step;
    const wish = { slots, ifStatus };
    const expected = this.oracle[verb](build, wish);
    const answer = (await this.service?.decide(verb, build, wish)) ?? expected;
    if (answer !== expected) {
      throw new Error(`${verb} ${build}: the service answers ${answer}, the rules ${expected}`);
    }
  }

  /** What clients tell of the history reaches both; without a service, the oracle knows nothing but that. */
  #graph(): CommitGraphService {
    const { oracle, service } = this;
    return {
      findKnownCommits: async (commits) =>
        (await service?.findKnownCommits(commits)) ?? { known: [], missing: [] },
      addCommits: async (commits: readonly CommitRecord[]) => {
        oracle.addCommits(commits);
        await service?.addCommits(commits);
      },
    };
  }
}

function startOf(repository: Repository, step: BuildStep): Start {
  const head = repository.head(step.on);
  const commit = step.isBehind ? (repository.parents(head)[0] ?? head) : head;
  const { base = null } = step;
  const isMerge = step.checksOutMerge && base !== null && !repository.contains(commit, repository.head(base));
  const checkout = isMerge ? repository.mergeForCi(commit, repository.head(base)) : commit;
  const looks = Object.entries(repository.looks(checkout));
  return {
    label: step.label,
    branch: step.on,
    commit,
    checkout,
    baselineRef: base,
    targetRefs: step.targetRefs ?? null,
    looks: Object.fromEntries(looks.filter(([slot]) => step.only?.includes(slot) ?? true)),
    autoApprove: step.autoApprove ?? false,
    isEphemeral: step.ephemeral ?? false,
    shard: step.shard ?? null,
  };
}

function partOf(shard: string | null): Part {
  const [, total] = shard?.split('/') ?? [];
  if (shard === null) return { name: 'whole', total: null };
  return { name: shard, total: total === '?' ? null : Number(total) };
}

import { branchOfFork, type CiPullRequest, type Claim, unknownOwner, withoutHeads } from './CiRun.js';

/** What counts of the payload of an event; in JSON, that is in the file of `GITHUB_EVENT_PATH`. */
export interface HostEvent {
  pullRequest?: {
    /** Its branch, with its owner where that is a fork. `named` is the branch as a variable has it. */
    branch: (named: string | undefined) => string | undefined;
    commit: string | undefined;
    target: string | undefined;
    page: CiPullRequest;
  };
  mergeGroup?: { target: string | undefined };
  workflowRun?: {
    head: Pick<Claim, 'branch' | 'commit'>;
    target: string | undefined;
    /** Of its pull request, where it has one. */
    number: number | undefined;
  };
  /** Somebody commented on a pull request. */
  isComment?: boolean;
}

type Json = { readonly [name: string]: Json } | undefined;

const textOf = (value: Json): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const numberOf = (value: Json): number | undefined => (typeof value === 'number' ? value : undefined);

export function readHostEvent(payload: string | undefined): HostEvent {
  const event = parse(payload);
  const { pull_request: pull, merge_group: group, workflow_run: run } = event ?? {};
  return {
    ...(pull ? { pullRequest: readPullRequest(pull) } : {}),
    ...(group ? { mergeGroup: { target: withoutHeads(textOf(group.base_ref)) } } : {}),
    ...(run ? { workflowRun: readWorkflowRun(run, event?.repository) } : {}),
    isComment: Boolean(event?.comment && event.issue?.pull_request),
  };
}

function parse(payload: string | undefined): Json {
  if (payload === undefined) return undefined;
  try {
    const value = JSON.parse(payload);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function readPullRequest(pull: NonNullable<Json>): HostEvent['pullRequest'] & object {
  const { head, base } = pull;
  // Null where the fork was deleted.
  const isFork = head?.repo === null || areDifferent(head?.repo, base?.repo);
  const owner =
    textOf(head?.repo?.owner?.login) ??
    textOf(head?.user?.login) ??
    textOf(head?.label)?.split(':')[0] ??
    unknownOwner;
  return {
    branch: (named) => {
      const branch = named ?? textOf(head?.ref);
      return branch && isFork ? branchOfFork(owner, branch) : branch;
    },
    commit: textOf(head?.sha),
    target: textOf(base?.ref),
    page: {
      number: numberOf(pull.number),
      title: textOf(pull.title),
      author: textOf(pull.user?.login),
      url: textOf(pull.html_url),
    },
  };
}

function readWorkflowRun(run: NonNullable<Json>, repository: Json): HostEvent['workflowRun'] & object {
  const { head_branch: branch, head_sha: commit, head_repository: head, repository: base = repository } = run;
  const name = textOf(branch);
  // Null where the fork was deleted.
  const isFork = head === null || areDifferent(head, base);
  const pulls: unknown = run.pull_requests;
  const [pull] = Array.isArray(pulls) ? (pulls as Json[]) : [];
  return {
    head: {
      branch: name && isFork ? branchOfFork(textOf(head?.owner?.login) ?? unknownOwner, name) : name,
      commit: textOf(commit),
    },
    target: textOf(pull?.base?.ref),
    number: numberOf(pull?.number),
  };
}

/** Two repositories of which enough is known to tell. */
const areDifferent = (one: Json, other: Json): boolean =>
  (one?.id !== undefined && other?.id !== undefined && one.id !== other.id) ||
  (one?.id === undefined &&
    one?.full_name !== undefined &&
    other?.full_name !== undefined &&
    one.full_name !== other.full_name);

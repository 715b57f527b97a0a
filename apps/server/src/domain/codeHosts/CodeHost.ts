/**
 * What a check says. `inconclusive`: the command itself failed, so that nothing is known of the images; hosts show
 * it as cancelled, which blocks a required check as a failure does.
 */
export type CheckOutcome = 'running' | 'success' | 'failure' | 'inconclusive';

/** A button of a check run, where the host has such. GitHub takes 20, 20 and 40 characters. */
export interface CheckAction {
  identifier: string;
  label: string;
  description: string;
}

/** What the host shall show of one check of a commit. */
export interface CheckRun {
  /** The same for every state of one check: by it the check is found again on the host. */
  externalId: string;
  /** Grows with every state; never shown. */
  revision: number;
  /** `svc / buttons`; a branch protection names it. */
  name: string;
  headSha: string;
  outcome: CheckOutcome;
  /** One line. */
  title: string;
  /** Markdown. */
  summary: string;
  /** Where the host's link to the details leads. */
  detailsUrl: string;
  actions: readonly CheckAction[];
}

/** A comment on the open pull requests whose newest commit is `headSha`; there is one for each marker. */
export interface PullComment {
  /** A token of letters, digits, `-`, `_`, `/` and `.` that is hidden in the comment, to find it again. */
  marker: string;
  headSha: string;
  /** Markdown. */
  body: string;
}

/** Where a delivered check run is. */
export interface DeliveredCheck {
  /** The host's own id; null where it has none. */
  hostId: string | null;
  /** A page that shows the check; null where there is none. */
  url: string | null;
}

/** A repository, as its host knows it. */
export interface HostRepository {
  /** The host's own number, which outlives names and is never given to another repository. */
  id: string;
  /** `owner/name`, the path of a GitLab project, or `PROJECT/name` of a Bitbucket Data Center. */
  path: string;
  /** Whether the account that was asked about, or the token of the connection, may push. */
  mayPush: boolean;
}

/** What a pull request is called, and who opened it by the name that the host uses. */
export interface HostPull {
  title: string | null;
  author: string | null;
}

/** A place that shows check runs of a repository. All methods reject with a CodeHostError, or the signal's reason. */
export interface CodeHost {
  /**
   * Shows a state of a check. A check that the host has already is updated, whether or not the caller knows its id;
   * so a call may be repeated after an answer was lost.
   */
  deliver(run: CheckRun, hostId: string | null, signal: AbortSignal): Promise<DeliveredCheck>;
  /** Writes or rewrites a comment; null where the host has no pull requests. */
  comment: ((comment: PullComment, signal: AbortSignal) => Promise<void>) | null;
  /** Whether a person may push to the repository; null where the host cannot tell. */
  mayWrite: ((login: string, signal: AbortSignal) => Promise<boolean>) | null;
  /**
   * The repository, and whether who connects it may push there; null where there is none.
   * @param account the host's number of the account that connects it, for hosts that are not reached with a token of
   * that account; null when it is not known
   */
  examine: ((account: string | null, signal: AbortSignal) => Promise<HostRepository>) | null;
  /** A pull request of the repository; null where it has none of that number. Absent on hosts that are not asked. */
  readPull?(number: number, signal: AbortSignal): Promise<HostPull | null>;
  /** Whether a branch contains a commit (null if there is no such branch). Null on hosts that cannot tell. */
  isOnBranch: ((commit: string, branch: string, signal: AbortSignal) => Promise<boolean | null>) | null;
}

/** How a project reaches its code host, secrets in plain. */
export type CodeHostConnection =
  | { kind: 'github'; repository: string; repositoryId: string | null }
  | { kind: 'gitlab'; url: string; repository: string; repositoryId: string | null; token: string }
  | {
      kind: 'gitea' | 'bitbucket-data-center';
      url: string;
      repository: string;
      repositoryId: string | null;
      token: string;
    }
  | { kind: 'bitbucket'; repository: string; repositoryId: string | null; token: string }
  | { kind: 'webhook'; url: string; project: string; secret: string };

/** Opens the code hosts of projects: what services see of `codehost/`. */
export interface CodeHosts {
  /** @throws CodeHostError when the deployment is not set up for this kind */
  open(connection: CodeHostConnection): CodeHost;
}

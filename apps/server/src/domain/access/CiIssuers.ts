/** A run of CI, as its code host has signed. */
export interface CiIdentity {
  kind: 'github' | 'gitlab';
  /** Address of the code host, such as `https://github.com`: other hosts have repositories of the same name. */
  place: string;
  /** `owner/name`, or the path of a GitLab project. */
  repository: string;
  /** The number of the repository, which outlives its name. */
  repositoryId: string;
  ref: string;
  /** The branch that is built; for a pull request, the one it comes from. Null for a tag or another ref. */
  branch: string | null;
  /** The branch that a pull request goes to, where the code host says. */
  targetBranch: string | null;
  /** What started the run, such as `push`. */
  event: string;
  /** Whether the run may work on what somebody from outside the repository proposes. */
  isOfOthers: boolean;
  /** Tells runs of the repository apart. */
  run: string;
}

/** Those whose identity tokens are taken, as the operator has said. */
export interface CiIssuers {
  /**
   * Who holds a token.
   * @throws ServiceError TOKEN_INVALID saying why, ISSUER_UNAVAILABLE
   */
  identify(token: string): Promise<CiIdentity>;
}

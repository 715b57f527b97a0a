import type { CiPages } from '@svc/schema';
import { argumentError } from '../arguments/argumentError.js';
import type { Env } from '../ci/CiRun.js';
import type { CommitGraphService } from '../git/shareCommits.js';
import { readVariables, type SvcVariables } from './readVariables.js';

/** What a run says of itself beside branch and commit. */
export interface RunFields {
  checkout?: string | undefined;
  shard?: string | undefined;
  job?: string | undefined;
  runKey?: string | undefined;
  ci?: CiPages | undefined;
}

/** Where a client runs: what stands for arguments that are left out. */
export interface ClientEnvironment {
  variables: SvcVariables;
  /** The branch that a pull request goes to. */
  baselineRef(): string | undefined;
  /** The run of a commit. */
  runOf(commit: string): Promise<RunFields>;
  /**
   * Tells the service the history of a commit, once in a process; what goes wrong is a warning.
   * @param name tells services and projects apart
   */
  shareHistory(service: CommitGraphService, name: string, commit: string): Promise<void>;
}

/** Says nothing. */
const nowhere: ClientEnvironment = {
  variables: readVariables({}),
  baselineRef: () => undefined,
  runOf: async () => ({}),
  shareHistory: async () => {},
};

let surroundings: (env: Env | undefined) => ClientEnvironment = () => nowhere;

/** Says what surrounds the clients of this process; nothing does in a browser. */
export function setSurroundings(open: (env: Env | undefined) => ClientEnvironment): void {
  surroundings = open;
}

/** @param env in place of the process's own variables; false for no environment at all */
export function openEnvironment(env: Env | false | undefined): ClientEnvironment {
  if (env === false) return nowhere;
  if (env !== undefined && (typeof env !== 'object' || env === null))
    throw argumentError('environment', 'must be variables or false');
  return surroundings(env);
}

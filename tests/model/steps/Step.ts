import type { ApprovalStatus } from '../oracle/records.js';
import type { Conflict, Telling } from '../repository/Repository.js';

export interface BuildStep {
  /** What later steps call it. */
  label: string;
  /** A branch, as the service knows it. */
  on: string;
  /** The commit before the newest one of the branch. */
  isBehind?: boolean;
  /** The pull request's base: what it is merged with for the checkout, and its baseline ref. */
  base?: string;
  /** CI checks out a merge of head and base. */
  checksOutMerge?: boolean;
  /** Only these slots. */
  only?: readonly string[];
  exitCode?: number;
  complete?: boolean;
  autoApprove?: boolean;
  ephemeral?: boolean;
  allowEmpty?: boolean;
  /** `1/2` of shards. */
  shard?: string;
  /** All the service lacks of the history, unless given. */
  telling?: Telling;
  targetRefs?: readonly string[];
}

export interface DecisionStep {
  build: string;
  /** All of them unless given. */
  slots?: readonly string[];
  ifStatus?: ApprovalStatus;
}

/** One thing that a team does, in words that can be written down and played again. */
export type Step =
  | { do: 'commit'; on: string; looks: Readonly<Record<string, string | null>> }
  | { do: 'amend'; on: string; looks: Readonly<Record<string, string | null>> }
  | { do: 'branch'; name: string; from: string }
  | { do: 'delete branch'; name: string }
  | { do: 'merge' | 'squash'; from: string; into: string; conflict: Conflict }
  | { do: 'rebase'; branch: string; onto: string; conflict: Conflict }
  | { do: 'cherry-pick'; from: string; onto: string; conflict: Conflict }
  | { do: 'revert'; on: string }
  | { do: 'drop the newest commit'; on: string }
  | { do: 'rename the default branch'; to: string }
  | ({ do: 'build' } & BuildStep)
  | ({ do: 'open' } & BuildStep)
  | { do: 'end'; build: string }
  | ({ do: 'approve' | 'reject' | 'revoke' } & DecisionStep)
  | { do: 'compare again'; build: string }
  /** All builds are past the deployment's age. */
  | { do: 'remove rows' };

/** As a line of a scenario. */
export const stepText = (step: Step): string =>
  JSON.stringify(step)
    .replaceAll(/"(\w+)":/g, ' $1: ')
    .replaceAll(',', ', ')
    .replaceAll(/ +/g, ' ')
    .replaceAll('"', "'")
    .replace(/\}$/, ' }');

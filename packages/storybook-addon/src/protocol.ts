import type { ApprovalStatus, ResultStatus, Viewport } from '@svc/sdk';

/** What Storybook knows this addon as. */
export const addonId = 'svc';

/** What the two halves tell each other on Storybook's channel. */
export const events = {
  /** From the window: which story it shows. {@link Look} */
  look: 'svc/look',
  /** From the window: take the snapshots of a story now. {@link Run} */
  run: 'svc/run',
  /** From the window: approve a result. {@link Approval} */
  approve: 'svc/approve',
  /** To the window. {@link AddonState} */
  state: 'svc/state',
  /** To the window. {@link StoryState} */
  story: 'svc/story',
} as const;

export interface Look {
  /** Null where no story is shown. */
  storyId: string | null;
  /** Read from the service now, however new the last answer is. */
  isForced?: boolean;
}

export interface Run {
  storyId: string;
}

/** Which result is meant. */
export interface Slot {
  name: string;
  viewport: Viewport | null;
  browser: string | null;
}

export interface Approval {
  storyId: string;
  diffId: string;
  slot: Slot;
  /** How the result stood in the window. */
  ifStatus: ApprovalStatus;
}

/** Something that a person has to know, and can do something about. */
export interface Notice {
  tone: 'info' | 'problem';
  text: string;
  /** A command that helps. */
  command?: string | undefined;
}

export type StatusValue = 'pending' | 'success' | 'warning' | 'error';

/** What the sidebar shows of a story. */
export interface StoryStatus {
  value: StatusValue;
  text: string;
}

/** The newest build of the branch. */
export interface BuildSummary {
  suite: string;
  branch: string;
  commit: string | null;
  /** ISO 8601. */
  createdAt: string;
  reviewUrl: string | null;
  /** Snapshots that wait for a decision. */
  pending: number;
}

/** What is known of all stories. */
export interface AddonState {
  notices: Notice[];
  build: BuildSummary | null;
  /** Why the caller cannot approve; null where nothing is known to stand in the way. */
  whyNotApprove: string | null;
}

/** One snapshot of a story. */
export interface StoryResult {
  diffId: string;
  slot: Slot;
  /** What tells it from other snapshots of the story; empty where there is one. */
  variant: string;
  status: ResultStatus;
  approvalStatus: ApprovalStatus;
  /** In words: "Changed: 2.31% of the pixels". */
  text: string;
  /** What has to be decided. */
  isPending: boolean;
  /** Addresses at the service, which become data URLs on the way to the window. */
  baselineUrl: string | null;
  currentUrl: string | null;
  /** Changed pixels, transparent elsewhere. */
  differenceUrl: string | null;
}

/** The newest run of a story on this machine. */
export interface LocalRun {
  state: 'running' | 'done' | 'failed';
  /** Why it failed, or what it could not take. */
  problem: Notice | null;
  results: StoryResult[];
  reviewUrl: string | null;
}

/** What is known of one story. */
export interface StoryState {
  storyId: string;
  /** In the newest build; null where there is no build to read. */
  results: StoryResult[] | null;
  local: LocalRun | null;
  /** Why the last approval did not happen. */
  problem: string | null;
}

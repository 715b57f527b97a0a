import type { ApprovalStatus } from '@svc/schema';

/** Whether something happened, as far as the client that asked for it was told. */
export type Certainty = 'no' | 'unknown' | 'yes';

/** A snapshot of a build, with what it may have been decided to be. */
export interface ExpectedSnapshot {
  /** SHA-256 of the PNG; null where the fleet takes it, and nobody has seen it yet. */
  hash: string | null;
  uploaded: Certainty;
  /** More than one where a decision was not answered. */
  decided: Set<ApprovalStatus>;
}

/** A decision that was asked for, on some of the snapshots. */
export interface ExpectedDecision {
  kind: 'approve' | 'reject' | 'revoke';
  names: string[];
  done: Certainty;
}

/** What one run of a CI job did, and what it was told. Each has a commit of its own. */
export interface Build {
  client: string;
  kind: 'uploads' | 'session' | 'fleet';
  suite: string;
  commit: string;
  captureId: string | null;
  sessionId: string | null;
  diffId: string | null;
  /** The capture or the session. */
  created: Certainty;
  completed: Certainty;
  /** The diff. */
  compared: Certainty;
  snapshots: Map<string, ExpectedSnapshot>;
  decisions: ExpectedDecision[];
  /** An uploaded site, by a file that it alone has. */
  site: { fileHash: string; created: Certainty } | null;
}

export const branch = 'main';

export const newBuild = (of: Pick<Build, 'client' | 'kind' | 'suite' | 'commit'>): Build => ({
  ...of,
  ...{ captureId: null, sessionId: null, diffId: null },
  ...{ created: 'no', completed: 'no', compared: 'no' },
  snapshots: new Map(),
  decisions: [],
  site: null,
});

export const expectSnapshot = (
  build: Build,
  name: string,
  { hash, uploaded }: Pick<ExpectedSnapshot, 'hash' | 'uploaded'>,
): ExpectedSnapshot => {
  const snapshot: ExpectedSnapshot = { hash, uploaded, decided: new Set(['pending']) };
  build.snapshots.set(name, snapshot);
  return snapshot;
};

import type { LiveEvent } from '@svc/schema';

/** What one open page follows. */
export interface Watched {
  diffId: string;
  suiteId: number;
  /** Its own branch, and those whose baselines it is compared with. */
  branches: readonly string[];
  /** The person who looks; null for a caller whose presence is not shown. */
  person: { id: string; name: string } | null;
}

export interface Watcher {
  send: (event: LiveEvent) => void;
  /** Nothing more will come: connect again. */
  end: () => void;
}

/** What happens to diffs, in whatever process, for the pages that show them. */
export interface LiveFeed {
  /** Null where nothing is heard now. @returns ends that */
  watch(watched: Watched, watcher: Watcher): (() => void) | null;
  /** Ends all watchers. */
  close(): Promise<void>;
}

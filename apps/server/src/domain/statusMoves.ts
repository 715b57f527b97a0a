import type { CaptureStatus, DiffStatus, SiteStatus } from '@svc/schema';

type Moves<Status extends string> = Record<Status, readonly Status[]>;

/** The legal moves of everything that has a status (R27). The database refuses any other. */
export const statusMoves: {
  captures: Moves<CaptureStatus>;
  diffs: Moves<DiffStatus>;
  sites: Moves<SiteStatus>;
} = {
  captures: {
    pending: ['capturing', 'processing', 'completed', 'failed'],
    capturing: ['processing', 'completed', 'failed'],
    processing: ['completed', 'failed'],
    completed: [],
    failed: [],
  },
  diffs: {
    processing: ['completed', 'failed'],
    // A re-diff.
    completed: ['processing'],
    failed: ['processing'],
  },
  sites: {
    pending: ['uploading', 'failed'],
    uploading: ['ready', 'failed'],
    ready: [],
    failed: [],
  },
};

/** The statuses that one may be reached from. */
export const statusesBefore = <Status extends string>(moves: Moves<Status>, to: Status): Status[] =>
  (Object.keys(moves) as Status[]).filter((from) => moves[from].includes(to));

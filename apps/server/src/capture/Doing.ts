/** What a capture is waiting for, in words that complete "timed out while …". */
export interface Doing {
  now: string;
  /** Whether a build is being started: no story was asked for yet. */
  isStart?: boolean;
}

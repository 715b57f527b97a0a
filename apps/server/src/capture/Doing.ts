/** What a capture is waiting for, in words that complete "timed out while …". */
export interface Doing {
  now: string;
}

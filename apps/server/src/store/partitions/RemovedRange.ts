/** Rows that go, by the ids that they belong to: from the first one to before the last one. */
export interface RemovedRange {
  /** What ids behind their prefixes begin with. */
  from: string;
  until: string;
}

/** Entries that come at any time, for one who takes all that are there whenever it can. */
export class Inbox<Entry> {
  #entries: Entry[] = [];
  readonly #ended: Promise<unknown>;
  #hasEnded = false;
  #wake = () => {};

  /** @param bring puts entries until it ends; what it throws, the taker is told after the last of them */
  constructor(bring: (put: (entry: Entry) => void) => Promise<unknown>) {
    const wake = () => this.#wake();
    this.#ended = bring((entry) => {
      this.#entries.push(entry);
      wake();
    }).finally(() => {
      this.#hasEnded = true;
      wake();
    });
    // The taker hears of it.
    this.#ended.catch(() => {});
  }

  /** What has come since, at least one; none after the last. */
  async take(): Promise<Entry[]> {
    if (this.#entries.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#entries.length === 0) await this.#ended;
    return this.#entries.splice(0);
  }

  /** Resolves when no more come. */
  async close(): Promise<void> {
    await this.#ended.catch(() => {});
  }
}

/** Aborts its signal when nothing has moved for a while. */
export class IdleTimer {
  readonly #controller = new AbortController();
  readonly #limitMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param limitMs milliseconds */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.noteProgress();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  noteProgress(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#limitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

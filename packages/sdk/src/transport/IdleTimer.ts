/** Aborts its signal when nothing has moved for a while. */
export class IdleTimer {
  readonly #controller = new AbortController();
  readonly #limitMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

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
    // An early answer leaves a body that is still being sent: its timer would keep the process alive.
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#controller.abort(), this.#limitMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}

/** The key that requests carry, and how to get another one. */
export class KeyHolder {
  #key: string;
  readonly #renew: (() => Promise<string>) | undefined;
  #renewing: Promise<string> | null = null;

  /** @param renew gives a key; without it the first one is the only one */
  constructor(key: string, renew?: () => Promise<string>) {
    this.#key = key;
    this.#renew = renew;
  }

  get isRenewable(): boolean {
    return this.#renew !== undefined;
  }

  async get(): Promise<string> {
    return this.#key || this.renew('');
  }

  /** Another key than the one that was refused: one for all who ask at the same time. */
  async renew(refused: string): Promise<string> {
    if (this.#key !== refused || !this.#renew) return this.#key;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    this.#key = await this.#renewing;
    return this.#key;
  }
}

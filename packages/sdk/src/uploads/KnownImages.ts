interface Question {
  hash: string;
  answer: (known: boolean) => void;
}

/**
 * Finds out for single images whether the project has them. Those that are asked about while a question is under way
 * go into the next one together. What is known once is not asked again.
 */
export class KnownImages {
  readonly #find: (hashes: string[]) => Promise<string[]>;
  readonly #known = new Set<string>();
  #waiting: Question[] = [];
  #asking = false;

  /** @param find answers which of the hashes the project has */
  constructor(find: (hashes: string[]) => Promise<string[]>) {
    this.#find = find;
  }

  add(hash: string): void {
    this.#known.add(hash);
  }

  /** After the service said that it does not have it any more. */
  delete(hash: string): void {
    this.#known.delete(hash);
  }

  /** False also when the question failed: then the image is sent, and that says what is wrong. */
  has(hash: string): Promise<boolean> {
    if (this.#known.has(hash)) return Promise.resolve(true);
    return new Promise((answer) => {
      this.#waiting.push({ hash, answer });
      if (!this.#asking) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const found = await this.#find(batch.map(({ hash }) => hash)).catch((): string[] => []);
      for (const hash of found) this.#known.add(hash);
      for (const { hash, answer } of batch) answer(this.#known.has(hash));
    }
    this.#asking = false;
  }
}

/** A code host did not do what it was asked. The message is for the person who set it up, and holds no secret. */
export class CodeHostError extends Error {
  /** Whether the same request cannot succeed later: the host understood and refused it. */
  readonly final: boolean;
  /** How long the host wants to be left alone, in milliseconds; null when it did not say. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    options: { final?: boolean; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'CodeHostError';
    this.final = options.final ?? false;
    this.retryAfter = options.retryAfter ?? null;
  }
}

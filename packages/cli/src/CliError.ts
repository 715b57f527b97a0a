/** A failure that the user can do something about; the message says what happened and what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Why the command cannot do what it was asked. The message is one line that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

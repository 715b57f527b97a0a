/** What is sent to one person. */
export interface Letter {
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the id of the message begins with: the same in every attempt to send it. */
  id: string;
  /** When it was written. */
  at: Date;
  /** Of a notification; null for what was asked for. */
  list: { /** Letters about one thing have it in common. */ thread: string; unsubscribeUrl: string } | null;
}

/** Takes letters to a mail server. */
export interface Mailer {
  /**
   * @param signal ends the attempt; whether it was sent is then unknown
   * @throws MailError when the server did not take it
   */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
  /**
   * Connects and signs in, without sending anything.
   * @returns how, such as `smtp.example.com:587 over TLS, signed in as svc`
   * @throws MailError
   */
  check(signal: AbortSignal): Promise<string>;
}

/** A mail server did not take a letter. The message names no address of a network. */
export class MailError extends Error {
  override name = 'MailError';
  /** Whether the same letter cannot succeed later: the server refused it for good. */
  readonly final: boolean;

  constructor(message: string, options: { final: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.final = options.final;
  }
}

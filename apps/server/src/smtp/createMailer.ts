import type { ConnectionOptions } from 'node:tls';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { readEmailAddress } from '../domain/access/emailAddress.js';
import { type Letter, MailError, type Mailer } from '../domain/mail/Letter.js';

/** Where mail is handed in. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte, rather than by STARTTLS. */
  secure: boolean;
  /** Null where the server asks nobody to sign in. */
  auth: { user: string; pass: string } | null;
}

export interface MailerOptions {
  server: SmtpServer;
  /** Who mail is from, such as `{ name: 'svc', address: 'svc@example.com' }`. */
  from: { name: string; address: string };
  tls?: ConnectionOptions;
}

/** Milliseconds of silence after which a server counts as dead. */
const patience = 20_000;

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);

/** Hands mail in by SMTP: a connection for each letter. A password leaves this machine over TLS only. */
export function createMailer({ server, from, tls }: MailerOptions): Mailer {
  const { host, port, secure, auth } = server;

  async function withConnection<T>(
    signal: AbortSignal,
    use: (connection: SMTPConnection) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const connection = new SMTPConnection({
      host,
      port,
      secure,
      requireTLS: auth !== null && !isLoopback(host),
      connectionTimeout: patience,
      greetingTimeout: patience,
      dnsTimeout: patience,
      socketTimeout: patience,
      socketCloseTimeout: 1_000,
      name: domainOf(from.address),
      ...(tls ? { tls } : {}),
    });
    const failed = new Promise<never>((_resolve, reject) => {
      connection.once('error', reject);
      // A server may hang up between two answers.
      connection.once('end', () => reject(new Error('The connection was closed')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    failed.catch(() => {});
    // What fails while the connection ends matters to nobody.
    connection.on('error', () => {});
    try {
      const answer = await Promise.race([failed, use(connection)]);
      connection.quit();
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  const open = async (connection: SMTPConnection): Promise<void> => {
    await settled((done) => connection.connect(done));
    if (auth)
      await settled((done) =>
        connection.login({ credentials: auth, user: auth.user, pass: auth.pass }, done),
      );
  };

  return {
    async send(letter, signal) {
      if (readEmailAddress(letter.to) === null)
        throw new MailError('The address cannot receive e-mail', { final: true });
      const message = await build(letter, from);
      const envelope = { from: from.address, to: [letter.to] };
      await withConnection(signal, async (connection) => {
        await open(connection);
        await settled((done) => connection.send(envelope, message, done));
      }).catch(explain(signal));
    },
    check: (signal) =>
      withConnection(signal, async (connection) => {
        await open(connection);
        const safety = connection.secure ? 'over TLS' : 'WITHOUT TLS';
        return `${host}:${port} ${safety}${auth ? `, signed in as ${auth.user}` : ''}`;
      }).catch(explain(signal)),
  };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const settled = (act: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => act((error) => (error ? reject(error) : resolve())));

/** The message as it is sent. The same letter has the same id each time. */
export function build(letter: Letter, from: { name: string; address: string }): Promise<Buffer> {
  const { to, subject, text, html, id, at, list } = letter;
  const domain = domainOf(from.address);
  const node = new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    ...(list ? { references: `<${list.thread}@${domain}>` } : {}),
    date: at,
    headers: {
      // Neither a vacation notice nor another robot answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(list
        ? {
            // One click in a mail program (RFC 8058).
            'List-Unsubscribe': `<${list.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return new Promise((resolve, reject) =>
    node.build((error, message) => (error || !message ? reject(error) : resolve(message))),
  );
}

/** What nodemailer says beside the text of an error. */
interface SmtpFailure extends Error {
  code?: string;
  /** What was answered so. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Turns failures into what people may read, and says whether another attempt makes sense. */
const explain =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    if (signal.aborted) throw signal.reason;
    throw mailError(error as SmtpFailure);
  };

function mailError(error: SmtpFailure): MailError {
  const { code, command, responseCode, response } = error;
  if (code === 'EAUTH')
    return new MailError('The mail server does not accept the user and password of SVC_SMTP_URL', {
      final: false,
      cause: error,
    });
  if (responseCode !== undefined && responseCode >= 400) {
    const words = (response ?? error.message).replace(/\s+/g, ' ').slice(0, 300);
    return new MailError(`The mail server answered: ${words}`, {
      // What it says of the sender or the session is not about this letter. 503 is about the order of commands.
      final: responseCode >= 500 && responseCode !== 503 && (command === 'RCPT TO' || command === 'DATA'),
      cause: error,
    });
  }
  const reasons: Record<string, string> = {
    ETLS: 'does not offer TLS, which sending a password requires, or its certificate is not accepted',
    ETIMEDOUT: 'does not answer',
    EDNS: 'has an unknown name',
    ECONNECTION: 'cannot be reached or closed the connection',
    ESOCKET: 'cannot be reached or its certificate is not accepted',
  };
  return new MailError(
    `The mail server ${reasons[code ?? ''] ?? 'cannot be reached or closed the connection'}`,
    {
      final: false,
      cause: error,
    },
  );
}

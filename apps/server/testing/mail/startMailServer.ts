import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer, type MailerOptions } from '../../src/smtp/createMailer.js';
import { selfSigned } from './selfSigned.js';

/** A letter as it arrived. */
export interface Arrived {
  raw: string;
  mail: ParsedMail;
  /** Of the envelope. */
  from: string;
  to: string[];
  isEncrypted: boolean;
}

/** What goes wrong at a step of a session: an answer, or the connection that falls silent or ends. */
export type MailFault = { code: number; text: string } | 'hang' | 'hang up';

export interface MailServer {
  port: number;
  arrived: Arrived[];
  /** Names and passwords that were tried. */
  tried: string[];
  /** Asked at each step; null for no fault. `sent` is when the whole letter is there. */
  fault: (step: 'connect' | 'from' | 'to' | 'sent', value: string) => MailFault | null;
  /** A mailer of the service that uses it. */
  mailer(options?: Partial<MailerOptions['server']>): ReturnType<typeof createMailer>;
  stop(): Promise<void>;
}

export const sender = { name: 'svc', address: 'svc@visual.example' };
/** What the server lets sign in, where it asks. */
export const mailUser = { user: 'svc', pass: 'p@ss:word/%' };

/** A real mail server, with a certificate of its own. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const identity = selfSigned();
  const arrived: Arrived[] = [];
  const tried: string[] = [];
  const hangUp = () => {
    for (const one of server.connections) one._socket.destroy();
  };
  const raise = (step: 'connect' | 'from' | 'to' | 'sent', value: string, done: (error?: Error) => void) => {
    const fault = made.fault(step, value);
    if (fault === null) return done();
    if (fault === 'hang') return;
    if (fault === 'hang up') return hangUp();
    done(Object.assign(new Error(fault.text), { responseCode: fault.code }));
  };
  const server = new SMTPServer({
    ...identity,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username = '', password = '' }, _session, done) {
      tried.push(`${username}:${password}`);
      if (username === mailUser.user && password === mailUser.pass) return done(null, { user: username });
      done(new Error('Wrong'));
    },
    onConnect: ({ remoteAddress }, done) => raise('connect', remoteAddress, done),
    onMailFrom: ({ address }, _session, done) => raise('from', address, done),
    onRcptTo: ({ address }, _session, done) => raise('to', address, done),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString();
        const { mailFrom, rcptTo } = session.envelope;
        raise('sent', raw, (error) => {
          if (error) return done(error);
          simpleParser(raw).then((mail) => {
            arrived.push({
              raw,
              mail,
              from: mailFrom ? mailFrom.address : '',
              to: rcptTo.map(({ address }) => address),
              isEncrypted: session.secure,
            });
            done();
          }, done);
        });
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const made: MailServer = {
    port,
    arrived,
    tried,
    fault: () => null,
    mailer: (given = {}) =>
      createMailer({
        server: { host: '127.0.0.1', port, secure: options.secure ?? false, auth: null, ...given },
        from: sender,
        tls: { ca: identity.cert },
      }),
    stop: () =>
      new Promise((resolve) => {
        hangUp();
        server.close(() => resolve());
      }),
  };
  return made;
}

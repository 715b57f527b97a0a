import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, mailUser, sender, startMailServer } from '../../testing/mail/startMailServer.js';
import { composeActivity } from '../domain/mail/composeActivity.js';
import { composeInvitation } from '../domain/mail/composeInvitation.js';
import { composeReset } from '../domain/mail/composeReset.js';
import { type Letter, MailError } from '../domain/mail/Letter.js';
import { build } from './createMailer.js';

const letter: Letter = {
  to: 'ada@acme.example',
  id: 'eml_1',
  at: new Date('2026-01-02T03:04:05Z'),
  list: null,
  ...composeReset({ name: 'Ada', url: 'https://svc.example/reset-password#token', minutes: 60 }),
};
const patient = () => new AbortController().signal;

let server: MailServer | undefined;
const start = async (...options: Parameters<typeof startMailServer>) => {
  server = await startMailServer(...options);
  return server;
};
afterEach(() => server?.stop());

/** What is said of a letter that was not taken. */
const refusalOf = async (sending: Promise<unknown>) => {
  const error = await sending.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof MailError)) throw new Error(`not refused: ${error}`);
  return { final: error.final, message: error.message };
};

describe('a letter', () => {
  test('arrives as text and HTML, with an id that stays, over STARTTLS', async () => {
    const { mailer, arrived } = await start();
    await mailer().send(letter, patient());
    await mailer().send(letter, patient());
    const [first, second] = arrived;
    expect(first).toMatchObject({ from: sender.address, to: ['ada@acme.example'], isEncrypted: true });
    expect(first?.mail).toMatchObject({
      subject: 'Set a new password',
      messageId: '<eml_1@visual.example>',
      date: letter.at,
    });
    expect(first?.mail.from?.text).toBe('"svc" <svc@visual.example>');
    expect(first?.mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(first?.mail.text).toContain('https://svc.example/reset-password#token');
    expect(first?.mail.html).toContain('href="https://svc.example/reset-password#token"');
    expect(second?.mail.messageId).toBe(first?.mail.messageId);
  });

  test('goes to a server that wants TLS from the first byte, and a user with any password', async () => {
    const { mailer, arrived, tried } = await start({ secure: true, authOptional: false });
    await mailer({ auth: mailUser }).send(letter, patient());
    expect([arrived.length, tried]).toEqual([1, [`${mailUser.user}:${mailUser.pass}`]]);
  });

  test.each([
    [{ code: 550, text: 'No such user' }, true, /^The mail server answered: 550 No such user$/],
    [{ code: 450, text: 'Mailbox busy' }, false, /450 Mailbox busy/],
    [{ code: 421, text: 'Closing' }, false, /closed the connection$/],
  ] as const)('whose recipient is answered %j', async (fault, final, message) => {
    const one = await start();
    one.fault = (step) => (step === 'to' ? fault : null);
    expect(await refusalOf(one.mailer().send(letter, patient()))).toEqual({
      final,
      message: expect.stringMatching(message),
    });
    expect(one.arrived).toEqual([]);
  });

  test('that is refused for what it says is given up; a sender that is refused may be a wrong setting', async () => {
    const one = await start();
    one.fault = (step) => (step === 'sent' ? { code: 554, text: 'Spam' } : null);
    expect(await refusalOf(one.mailer().send(letter, patient()))).toMatchObject({ final: true });
    one.fault = (step) => (step === 'from' ? { code: 553, text: 'Not yours' } : null);
    expect(await refusalOf(one.mailer().send(letter, patient()))).toMatchObject({ final: false });
  });

  test.each(['connect', 'from', 'sent'] as const)(
    'is tried again where the server dies at %s',
    async (at) => {
      const one = await start();
      one.fault = (step) => (step === at ? 'hang up' : null);
      expect(await refusalOf(one.mailer().send(letter, patient()))).toMatchObject({ final: false });
    },
  );

  test.each(['connect', 'to', 'sent'] as const)(
    'does not wait longer than asked for a server that hangs at %s',
    async (at) => {
      const one = await start();
      const ending = new AbortController();
      one.fault = (step) => {
        if (step !== at) return null;
        setImmediate(() => ending.abort(new Error('the service ends')));
        return 'hang';
      };
      await expect(one.mailer().send(letter, ending.signal)).rejects.toThrow('the service ends');
    },
  );

  test('is not sent where nobody listens', async () => {
    const { mailer, stop } = await start();
    await stop();
    server = undefined;
    expect(await refusalOf(mailer().send(letter, patient()))).toEqual({
      final: false,
      message: 'The mail server cannot be reached or its certificate is not accepted',
    });
  });

  test('goes to no address that is not one', async () => {
    const { mailer, arrived } = await start();
    for (const to of ['ada', 'ada@acme.example\r\nRCPT TO:<eve@evil.example>', 'a@b.example, c@d.example']) {
      expect(await refusalOf(mailer().send({ ...letter, to }, patient()))).toMatchObject({ final: true });
    }
    expect(arrived).toEqual([]);
  });
});

describe('a password', () => {
  test('is not sent without TLS to another machine', async () => {
    const { mailer, tried } = await start({ hideSTARTTLS: true });
    const elsewhere = mailer({ host: 'localhost.localdomain.invalid', auth: mailUser });
    await refusalOf(elsewhere.send(letter, patient()));
    expect(tried).toEqual([]);
  });

  test('that is wrong does not make a letter given up', async () => {
    const { mailer } = await start();
    const wrong = mailer({ auth: { user: 'svc', pass: 'wrong' } });
    expect(await refusalOf(wrong.send(letter, patient()))).toEqual({
      final: false,
      message: 'The mail server does not accept the user and password of SVC_SMTP_URL',
    });
    expect(await refusalOf(wrong.check(patient()))).toMatchObject({ final: false });
  });

  test('is checked without sending anything', async () => {
    const { mailer, port, arrived } = await start();
    expect(await mailer({ auth: mailUser }).check(patient())).toBe(
      `127.0.0.1:${port} over TLS, signed in as svc`,
    );
    expect(arrived).toEqual([]);
  });
});

test('a certificate that nobody vouches for is not accepted', async () => {
  const { port } = await start();
  const { createMailer } = await import('./createMailer.js');
  const strict = createMailer({
    server: { host: '127.0.0.1', port, secure: false, auth: mailUser },
    from: sender,
  });
  expect(await refusalOf(strict.send(letter, patient()))).toMatchObject({
    final: false,
    message: expect.stringContaining('certificate'),
  });
});

describe('names of any kind', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\0',
          'Bcc: eve@evil.example',
          '<img src=x onerror=alert(1)>',
          '"',
          "'",
          '</p>',
          '&amp;',
          'https://evil.example',
          '=?utf-8?Q?=0D=0ABcc:_eve?=',
          '\u2028',
          '\u202e',
          '\ud800',
          '\r\n\r\n.\r\n',
          ' ',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  );
  const tags = [
    '!doctype',
    'html',
    'head',
    'meta',
    'title',
    'body',
    'div',
    'p',
    'h1',
    'a',
    'blockquote',
    'br',
  ];
  const headers = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-auto-response-suppress',
  ];

  test('add no header, no recipient and no element', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (name, org) => {
        const url = 'https://svc.example/invitation#token';
        for (const body of [
          composeInvitation({ org, role: 'viewer', invitedBy: `user:${name}`, url, expiresAt: letter.at }),
          composeReset({ name, url, minutes: 60 }),
          composeActivity({
            project: org,
            suite: name,
            branch: org,
            told: [
              { kind: 'mention', author: `user:${name}`, snapshot: org, text: 'Look' },
              { kind: 'request', requestedBy: `user:${org}` },
              { kind: 'build', event: 'review-needed', title: '3 to review' },
            ],
            url,
            accountUrl: url,
            unsubscribeUrl: url,
          }),
        ]) {
          const raw = await build({ ...letter, ...body }, { ...sender, name });
          const mail = await simpleParser(raw);
          expect([...mail.headers.keys()].sort()).toEqual(headers);
          expect(
            [mail.to, mail.from].flat().flatMap((one) => one?.value.map(({ address }) => address)),
          ).toEqual(['ada@acme.example', sender.address]);
          const html = String(mail.html);
          const found = [...html.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, tag]) => tag?.toLowerCase());
          expect(found.filter((tag) => tag !== undefined && !tags.includes(tag))).toEqual([]);
          expect(new Set([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to))).toEqual(
            new Set([url]),
          );
          expect(new Set(String(mail.text).match(/https?:\/\/[^\s]+/g))).toEqual(new Set([url]));
        }
      }),
      { numRuns: 150 },
    );
  });
});

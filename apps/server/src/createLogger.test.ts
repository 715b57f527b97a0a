import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inContext } from './context/workContext.js';
import { createLogger } from './createLogger.js';

function startLog() {
  const lines: string[] = [];
  return { logger: createLogger('warn', { write: (line) => lines.push(line) }), lines };
}

test('of an error the log keeps what explains it, not what hangs on it', () => {
  const { logger, lines } = startLog();
  const error = Object.assign(new Error('lost', { cause: new Error('reset') }), {
    code: '57P01',
    client: { password: 'hunter2' },
  });
  logger.warn({ err: error }, 'a connection was lost');
  logger.info('not at this level');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('hunter2');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'a connection was lost',
    err: { type: 'Error', message: 'lost', code: '57P01', cause: { message: 'reset' } },
  });
});

test('says for which request and job something was logged', async () => {
  const { logger, lines } = startLog();
  await inContext({ requestId: 'r1' }, () =>
    inContext({ job: 'captureTargets', captureId: 'cap_1' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      logger.warn({ captureId: 'cap_2' }, 'late');
    }),
  );
  logger.warn('beside it');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'late', requestId: 'r1', job: 'captureTargets', captureId: 'cap_2' },
    { msg: 'beside it' },
  ]);
  expect(lines[1]).not.toContain('r1');
});

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'.split('');
const random = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 32, maxLength: 48 });
/** Secrets as they look in text, with the part that must not be seen. */
const inText = fc.oneof(
  random.map((secret) => [`postgresql://svc:${secret}@db.example.com/svc`, secret]),
  random.map((secret) => [`http://${secret}:@proxy.example.com:3128`, secret]),
  random.map((secret) => [`smtps://user%40example.com:${secret}%2F@mail.example.com`, secret]),
  random.map((secret) => [`Authorization: Bearer ${secret}`, secret]),
  random.map((secret) => [`svc_${secret}`, secret]),
  random.map((secret) => [`ghs_${secret}`, secret]),
  random.map((secret) => [`glpat-${secret}`, secret]),
  random.map((secret) => [`xoxb-${secret}`, secret]),
  random.map((secret) => [`eyJhbGciOiJSUzI1NiJ9.eyJ${secret}.${secret}`, secret]),
  random.map((secret) => [`https://hooks.slack.com/services/T0/B0/${secret}`, secret]),
  random.map((secret) => [`https://discord.com/api/webhooks/1/${secret}`, secret]),
  random.map((secret) => [`/images/abc?token=${secret}&size=1`, secret]),
  random.map((secret) => [`https://s3/b/k?X-Amz-Signature=${secret}`, secret]),
  random.map((secret) => [`https://idp/callback?state=1&code=${secret}#x`, secret]),
  random.map((secret) => [
    `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
    secret,
  ]),
  random.map((secret) => [`-----BEGIN PRIVATE KEY-----\n${secret}`, secret]),
) as fc.Arbitrary<[string, string]>;
const secretField = fc.constantFrom(
  'authorization',
  'Cookie',
  'set-cookie',
  'x-api-key',
  'apiKey',
  'password',
  'clientSecret',
  'webhook_secret',
  'accessToken',
  'SVC_SECRET',
  'DATABASE_URL',
  'connectionString',
  'privateKey',
  'credentials',
);
const around = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => ` ${text} `);

test('no secret is logged, wherever it is', () => {
  fc.assert(
    fc.property(inText, secretField, random, around, ([text, secret], field, value, other) => {
      const { logger, lines } = startLog();
      const said = `${other}${text}${other}`;
      const error = new Error(said, { cause: new Error(said, { cause: said }) });
      logger.warn({ err: error, deep: [{ said, [field]: value, also: { [field]: { value } } }] }, said);
      const [line = ''] = lines;
      expect(line).not.toContain(secret);
      expect(line).not.toContain(value);
      expect(() => JSON.parse(line)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test('what is not a secret is logged as it is', () => {
  const plain = fc
    .string({ unit: 'binary', maxLength: 60 })
    .filter((text) => !/[:@?&=]|basic|bearer/i.test(text));
  const ids = fc.constantFrom(
    'cap_0123456789abcdef',
    'dif_0001:c0ffee',
    'a'.repeat(64),
    'acme/web',
    'https://svc.example.com/acme/web?page=2',
  );
  fc.assert(
    fc.property(plain, ids, fc.integer(), (text, id, count) => {
      const { logger, lines } = startLog();
      logger.warn(
        { snapshot: text, id, nested: { count, list: [text] }, keyId: id, nothing: null },
        `${text} ${id}`,
      );
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        snapshot: text,
        id,
        nested: { count, list: [text] },
        keyId: id,
        nothing: null,
        msg: `${text} ${id}`,
      });
    }),
  );
});

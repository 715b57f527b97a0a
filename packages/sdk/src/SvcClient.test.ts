import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleCapture, sampleDiff, sampleSite, sampleSnapshot, sampleUpload } from '../testing/samples.js';
import {
  type FakeHandlers,
  type FakeService,
  Refusal,
  startFakeService,
} from '../testing/startFakeService.js';
import { SvcClient } from './SvcClient.js';
import type { SvcClientOptions } from './SvcClientOptions.js';
import { SvcError } from './SvcError.js';
import type { Session } from './types.js';

const png = (text: string) => new TextEncoder().encode(text);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const running: FakeService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) {
    await service.close();
    expect(service.problems).toEqual([]);
  }
});

async function setUp(handlers: FakeHandlers, options: Partial<SvcClientOptions> = {}) {
  const service = await startFakeService(handlers);
  running.push(service);
  const delays: number[] = [];
  const client = new SvcClient({
    apiKey: 'svc_test',
    apiUrl: service.url,
    random: () => 0.5,
    sleep: async (ms) => void delays.push(ms),
    ...options,
  });
  return { service, client, delays };
}

const failureOf = async (promise: Promise<unknown>): Promise<SvcError> => {
  const error = await promise.then(
    () => null,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(SvcError);
  return error;
};

/** Each waits until eight have arrived. */
function inEights(): () => Promise<void> {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < 8) return;
      for (const release of waiting) release();
      waiting = [];
    });
}

describe('requests', () => {
  test('carry the key and the project', async () => {
    const { client, service } = await setUp({ getDiff: () => sampleDiff() }, { project: 'acme/web' });
    expect(await client.getDiff('dif_1')).toEqual(sampleDiff());
    expect(service.requests[0]?.headers).toMatchObject({
      'x-api-key': 'svc_test',
      'x-svc-project': 'acme/web',
    });
  });

  test('keep the path of the API URL and encode ids', async () => {
    const { client, service } = await setUp({ getCapture: () => sampleCapture() });
    await client.getCapture('a/b');
    expect(service.requests[0]).toMatchObject({ operation: 'getCapture', id: 'a/b' });
  });

  test('retry a POST with the same Idempotency-Key, another call has another', async () => {
    const { client, service, delays } = await setUp({ createDiff: () => sampleDiff() });
    service.misbehave([{ status: 500 }, 'reset', { status: 429, headers: { 'retry-after': '3' } }]);
    const options = { suite: 'default', headCaptureId: 'cap_1' };
    expect(await client.createDiff(options)).toEqual(sampleDiff());
    await client.createDiff(options);
    expect(delays).toEqual([1000, 2000, 3000]);
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
  });

  test('that read keep their key, too: it says whose permit a promised one is', async () => {
    const { client, service } = await setUp({ getDiff: () => sampleDiff() });
    service.misbehave([{ status: 429, headers: { 'retry-after': '1' } }]);
    await client.getDiff('dif_1');
    await client.getDiff('dif_1');
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBeDefined();
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test('tell of each retry', async () => {
    const told: unknown[] = [];
    const onRetry: SvcClientOptions['onRetry'] = ({ error, delayMs }) =>
      told.push([error.statusCode, delayMs]);
    const { client, service } = await setUp({ getDiff: () => sampleDiff() }, { onRetry });
    service.misbehave([{ status: 503 }, { status: 502 }]);
    await client.getDiff('dif_1');
    expect(told).toEqual([
      [503, 1000],
      [502, 2000],
    ]);
  });
});

describe('failures', () => {
  test('are what the service answers', async () => {
    const details = [{ path: 'suite', message: 'must not be empty' }];
    const { client } = await setUp({
      createDiff: () => new Refusal('VALIDATION_ERROR', 'Invalid body', details),
    });
    const error = await failureOf(client.createDiff({ suite: 'x', headCaptureId: 'cap_1' }));
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Invalid body',
      statusCode: 400,
      retryAfter: undefined,
      details,
    });
  });

  test('give Retry-After once the retries are used up', async () => {
    const { client, service } = await setUp({}, { maxRetries: 1 });
    const body = JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'Too many requests' } });
    const refusal = { status: 429, headers: { 'retry-after': '9' }, body };
    service.misbehave([refusal, refusal]);
    expect(await failureOf(client.getDiff('dif_1'))).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many requests',
      statusCode: 429,
      retryAfter: 9,
    });
    expect(service.requests).toHaveLength(2);
  });

  test('of a proxy between have its status', async () => {
    const { client, service } = await setUp({}, { maxRetries: 0 });
    service.misbehave([{ status: 502, body: '<html>Bad gateway</html>' }]);
    const error = await failureOf(client.getDiff('dif_1'));
    expect(error).toMatchObject({ code: 'HTTP_502', statusCode: 502 });
    expect(error.message).toContain(
      'answered 502 Bad Gateway: a proxy in between does not reach the service',
    );
  });

  test.each([
    ['<!doctype html><title>Sign in\n to\u001b[1m Acme</title>', 'an HTML page titled "Sign in to [1m Acme"'],
    ['<html>Welcome</html>', 'an HTML page'],
    ['', 'an empty body'],
    ['null', 'JSON that is not an object'],
    ['"ok"', 'JSON that is not an object'],
    ['[]', 'JSON that is not an object'],
    ['{"key":"svc_secret', 'incomplete JSON'],
    ['{"id":1,"key":"svc_secret"}', 'a JSON object that lacks "id"'],
    ['It works!', 'text that is not JSON, "It works!"'],
    ['x'.repeat(1_000), `text that is not JSON, "${'x'.repeat(60)}…"`],
  ])('of an address that is not a service say what it answered: %j', async (body, words) => {
    const { client, service } = await setUp({});
    service.misbehave([{ status: 200, body }]);
    const error = await failureOf(client.getDiff('dif_1'));
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', statusCode: 200 });
    expect(error.message).toBe(
      `${service.url}/api/v1/diffs/dif_1 answered 200 with ${words}, which is not from svc: ` +
        'check the API URL (SVC_API_URL) and any proxy in between',
    );
  });

  test('of a path below which the service has no API name the address without it', async () => {
    const error = { code: 'NOT_FOUND', message: 'There is no GET /acme/web/api/v1/diffs/dif_1' };
    const fetch = async () => Response.json({ error }, { status: 404 });
    const client = new SvcClient({ apiKey: 'svc_a', apiUrl: 'https://svc.test/acme/web/', fetch });
    expect((await failureOf(client.getDiff('dif_1'))).message).toBe(
      'https://svc.test is svc, but has no API below /acme/web: use https://svc.test as the API URL',
    );
    const atRoot = new SvcClient({ apiKey: 'svc_a', apiUrl: 'https://svc.test', fetch });
    expect((await failureOf(atRoot.getDiff('dif_1'))).message).toBe(error.message);
  });

  test.each([
    [301, '/elsewhere', '/elsewhere: use that as the API URL'],
    [308, 'https://svc.example.com', 'https://svc.example.com: use that as the API URL'],
    [302, '/login?next=/api/v1/diffs/dif_1', '/login: check the API URL and any proxy in between'],
  ])('of an address that redirects with %i to %s name where to', async (status, to, message) => {
    const { client, service, delays } = await setUp({ getDiff: () => sampleDiff() });
    const location = to.includes('login') ? to : `${to}/api/v1/diffs/dif_1`;
    service.misbehave([{ status, headers: { location } }]);
    const error = await failureOf(client.getDiff('dif_1'));
    expect(error).toMatchObject({ code: 'REDIRECTED', statusCode: status });
    expect(error.message).toContain(`redirects to ${to.startsWith('/') ? service.url : ''}${message}`);
    expect([service.requests.length, delays]).toEqual([1, []]);
  });

  test.each(['', '/api/v1/diffs/dif_1'])('of an address that redirects to itself (%j)', async (location) => {
    const { client, service } = await setUp({ getDiff: () => sampleDiff() });
    service.misbehave([{ status: 302, headers: { location } }]);
    expect((await failureOf(client.getDiff('dif_1'))).message).toContain('check the API URL and any proxy');
  });

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'set NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'should the API URL begin with http://?'],
  ])('of TLS (%s) say what to do', async (code, advice) => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }));
    const client = new SvcClient({ apiKey: 'svc_a', fetch, maxRetries: 0 });
    expect((await failureOf(client.getDiff('dif_1'))).message).toContain(advice);
  });

  test('of the network name the address and what to check', async () => {
    const { client, service, delays } = await setUp({});
    await service.close();
    running.splice(0);
    const error = await failureOf(client.getDiff('dif_1'));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', statusCode: 0 });
    expect(error.message).toContain(`${service.url}/api/v1/diffs/dif_1 (ECONNREFUSED)`);
    expect(error.message).toContain('is the service running');
    expect(delays).toEqual([1000, 2000, 4000]);
  });

  test('by the signal of the client are not retried', async () => {
    const stop = new AbortController();
    const { client, delays } = await setUp(
      {
        getDiff: () => {
          stop.abort();
          return sampleDiff();
        },
      },
      { signal: stop.signal },
    );
    expect(await failureOf(client.getDiff('dif_1'))).toMatchObject({ code: 'ABORTED', statusCode: 0 });
    expect(delays).toEqual([]);
  });

  test.each(['', 'svc_a b', 'svc_a\n'])('a key %j is refused at once', (apiKey) => {
    expect(() => new SvcClient({ apiKey })).toThrow(expect.objectContaining({ code: 'API_KEY_MISSING' }));
  });

  test.each(['nowhere', 'ftp://host', 'http://ada:secret@host', 'http://host/?a', 'http://host/#a'])(
    'an API URL %s is refused at once',
    (apiUrl) => {
      const make = () => new SvcClient({ apiKey: 'svc_a', apiUrl });
      expect(make).toThrow(expect.objectContaining({ code: 'API_URL_INVALID' }));
    },
  );

  test.each(['localhost:4300', 'svc.example.com', 'svc.example.com/path'])(
    'an API URL %s is asked for its scheme',
    (apiUrl) => {
      const make = () => new SvcClient({ apiKey: 'svc_a', apiUrl });
      expect(make).toThrow(`not "${apiUrl}": does it lack http:// or https://?`);
    },
  );
});

describe('uploadKnownSnapshots', () => {
  const run = { sessionId: 'ses_1', suite: 'e2e', branch: 'main', commit: 'c1' };
  const lacking = { result: null, error: { code: 'IMAGE_NOT_FOUND', message: 'Image not found' } };

  test('sends 500 at a time, one batch after the other, and no slot twice in one', async () => {
    const { client, service } = await setUp({
      uploadKnownSnapshots: ({ body }) => ({
        snapshots: (body as { snapshots: unknown[] }).snapshots.map(() => lacking),
      }),
    });
    const snapshots = Array.from({ length: 600 }, (_, index) => ({
      name: `s${index}`,
      hash: sha256(`${index}`),
    }));
    const first = { name: 's0', hash: sha256('again') };
    const other = { ...first, viewport: { width: 320, height: 568 } };
    const entries = await client.uploadKnownSnapshots({
      ...run,
      snapshots: [...snapshots, first, other, other],
    });
    expect(entries).toEqual(Array.from({ length: 603 }, () => lacking));
    const sent = service
      .of('uploadKnownSnapshots')
      .map(({ body }) => body as typeof run & { snapshots: object[] });
    expect(sent.map((body) => body.snapshots.length)).toEqual([500, 102, 1]);
    expect(sent.flatMap((body) => body.snapshots)).toEqual([...snapshots, first, other, other]);
    for (const body of sent) expect(body).toMatchObject(run);
    expect(service.mostAtOnce()).toBe(1);
  });
});

describe('createCapture', () => {
  const viewport = { width: 320, height: 568 };

  test('with targets sends them in one call', async () => {
    const { client, service } = await setUp({ createCapture: () => sampleCapture({ status: 'pending' }) });
    const targets = [{ name: 'Home', url: 'https://example.com/', viewport, metadata: { a: 1 } }];
    await client.createCapture({ suite: 'pages', branch: 'main', commit: 'c1', targets, complete: true });
    expect(service.requests.map(({ body }) => body)).toEqual([
      { suite: 'pages', branch: 'main', commit: 'c1', targets, complete: true },
    ]);
  });

  test('with snapshots uploads those that the project does not have', async () => {
    const { client, service } = await setUp({
      findKnownImages: () => ({ known: [sha256('two')] }),
      createCapture: () => sampleCapture({ status: 'pending' }),
      uploadSnapshot: ({ query }) => sampleSnapshot({ name: query.name ?? '' }),
      getCapture: () => sampleCapture({ status: 'completed' }),
    });
    const progress: unknown[] = [];
    const capture = await client.createCapture({
      suite: 'default',
      snapshots: [
        { name: 'one', png: png('one'), viewport },
        { name: 'two', png: async () => png('two') },
        { name: 'drei & ½', png: png('three') },
      ],
      onProgress: (state) => progress.push(state),
    });
    expect(capture.status).toBe('completed');
    expect(service.of('findKnownImages')[0]?.body).toEqual({
      hashes: ['one', 'two', 'three'].map(sha256),
    });
    expect(service.of('createCapture')[0]?.body).toEqual({
      suite: 'default',
      snapshots: [{ name: 'one', viewport }, { name: 'two', hash: sha256('two') }, { name: 'drei & ½' }],
    });
    const uploads = service.of('uploadSnapshot');
    expect(
      uploads.map(({ query }) => query).sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
    ).toEqual([
      { captureId: 'cap_1', name: 'drei & ½' },
      { captureId: 'cap_1', name: 'one', viewport: '320x568' },
    ]);
    expect(uploads[0]?.headers['content-type']).toBe('image/png');
    expect(uploads.map(({ bytes }) => bytes.toString()).sort()).toEqual(['one', 'three']);
    expect(progress).toEqual([1, 2, 3].map((completed) => ({ captureId: 'cap_1', completed, total: 3 })));
  });

  test('sends boxes to ignore with each snapshot, and of known images no bytes', async () => {
    const ignore = [{ x: 1, y: 2, width: 3, height: 4 }];
    const { client, service } = await setUp({
      findKnownImages: () => ({ known: [sha256('two'), sha256('three')] }),
      createCapture: () => sampleCapture(),
      uploadSnapshot: () => sampleSnapshot(),
      getCapture: () => sampleCapture(),
    });
    const snapshots = [
      { name: 'one', png: png('one'), ignore },
      { name: 'two', png: png('two'), ignore },
      { name: 'three', png: png('three'), ignore: [] },
    ];
    await client.createCapture({ suite: 'default', snapshots });
    expect(service.of('createCapture')[0]?.body).toEqual({
      suite: 'default',
      snapshots: [{ name: 'one' }, { name: 'two' }, { name: 'three', hash: sha256('three') }],
    });
    const sent = service.of('uploadSnapshot');
    expect(sent.map(({ query }) => query).filter(({ name }) => name)).toEqual([
      { captureId: 'cap_1', name: 'one', ignore: JSON.stringify(ignore) },
    ]);
    const known = { captureId: 'cap_1', name: 'two', hash: sha256('two'), ignore };
    expect(sent.filter(({ query }) => !query.name).map(({ body }) => body)).toEqual([known]);
  });

  test('asks for known images a thousand at a time, and uploads eight at a time', async () => {
    const eightOfThem = inEights();
    const { client, service } = await setUp({
      findKnownImages: ({ body }) => ({ known: (body as { hashes: string[] }).hashes.slice(20) }),
      createCapture: () => sampleCapture(),
      uploadSnapshot: async () => {
        await eightOfThem();
        return sampleSnapshot();
      },
      getCapture: () => sampleCapture(),
    });
    const snapshots = Array.from({ length: 1_050 }, (_, index) => ({
      name: `s${index}`,
      png: png(`image ${index}`),
    }));
    await client.createCapture({ suite: 'default', snapshots });
    const asked = service
      .of('findKnownImages')
      .map(({ body }) => (body as { hashes: string[] }).hashes.length);
    expect(asked.sort()).toEqual([1_000, 50]);
    expect(service.of('uploadSnapshot')).toHaveLength(40);
    expect(service.mostAtOnce()).toBe(8);
  });

  test('sends the bytes when an image has expired in between', async () => {
    let announcements = 0;
    const { client, service } = await setUp({
      findKnownImages: ({ body }) => ({ known: (body as { hashes: string[] }).hashes }),
      createCapture: () => {
        announcements += 1;
        return announcements === 1 ? new Refusal('IMAGE_NOT_FOUND', 'Image not found') : sampleCapture();
      },
      uploadSnapshot: () => sampleSnapshot(),
      getCapture: () => sampleCapture(),
    });
    await client.createCapture({ suite: 'default', snapshots: [{ name: 'one', png: png('one') }] });
    expect(service.of('createCapture')[1]?.body).toEqual({ suite: 'default', snapshots: [{ name: 'one' }] });
    expect(service.of('uploadSnapshot')).toHaveLength(1);
  });

  test('stops at the first upload that is refused', async () => {
    const { client, service } = await setUp(
      {
        findKnownImages: () => ({ known: [] }),
        createCapture: () => sampleCapture(),
        uploadSnapshot: () => new Refusal('IMAGE_INVALID', 'Not a PNG'),
      },
      { concurrency: 2 },
    );
    const snapshots = ['a', 'b', 'c', 'd'].map((name) => ({ name, png: png(name) }));
    expect(await failureOf(client.createCapture({ suite: 's', snapshots }))).toMatchObject({
      code: 'IMAGE_INVALID',
    });
    expect(service.of('uploadSnapshot').length).toBeLessThanOrEqual(2);
  });

  test('continues without the refused images, when a callback receives them', async () => {
    const { client, service } = await setUp({
      findKnownImages: () => ({ known: [] }),
      createCapture: () => sampleCapture(),
      uploadSnapshot: ({ query }) =>
        query.name === 'broken' ? new Refusal('IMAGE_INVALID', 'Not a PNG') : sampleSnapshot(),
      completeCapture: () => sampleCapture({ failedSnapshots: 1 }),
    });
    const refused: string[] = [];
    const snapshots = ['a', 'broken', 'c'].map((name) => ({ name, png: png(name) }));
    const capture = await client.createCapture({
      suite: 's',
      snapshots,
      onRefused: ({ name }, { message }) => refused.push(`${name}: ${message}`),
    });
    expect(refused).toEqual(['broken: Not a PNG']);
    expect(capture.failedSnapshots).toBe(1);
    expect(service.of('uploadSnapshot')).toHaveLength(3);
  });

  test('continues without the images that cannot be read, when a callback receives them', async () => {
    const { client, service } = await setUp({
      findKnownImages: () => ({ known: [] }),
      createCapture: () => sampleCapture(),
      uploadSnapshot: () => sampleSnapshot(),
      completeCapture: () => sampleCapture({ failedSnapshots: 1 }),
    });
    const unread = new SvcError({ code: 'FILE_NOT_READ', message: 'a.png is empty', statusCode: 0 });
    const snapshots = [
      { name: 'a', png: () => Promise.reject(unread) },
      { name: 'b', png: png('b') },
    ];
    const refused: string[] = [];
    const onRefused = ({ name }: { name: string }, { message }: SvcError) =>
      refused.push(`${name}: ${message}`);
    const capture = await client.createCapture({ suite: 's', snapshots, onRefused });
    expect(refused).toEqual(['a: a.png is empty']);
    expect(capture.failedSnapshots).toBe(1);
    expect(service.of('createCapture')[0]?.body).toMatchObject({ snapshots: [{ name: 'a' }, { name: 'b' }] });
    expect(await failureOf(client.createCapture({ suite: 's', snapshots }))).toBe(unread);
  });

  test('without either opens a capture that uploads fill', async () => {
    const { client, service } = await setUp({
      createCapture: () => sampleCapture({ status: 'pending' }),
      uploadSnapshot: () => sampleSnapshot(),
      completeCapture: () => sampleCapture({ status: 'processing' }),
    });
    const { id } = await client.createCapture({ suite: 's', ephemeral: true });
    expect(await client.uploadSnapshot(id, 'one', png('one'), { viewport })).toEqual(sampleSnapshot());
    expect((await client.completeCapture(id)).status).toBe('processing');
    expect(service.requests.map(({ operation }) => operation)).toEqual([
      'createCapture',
      'uploadSnapshot',
      'completeCapture',
    ]);
  });
});

describe('uploadSnapshotWithDiff', () => {
  const input = {
    name: 'one',
    png: png('one'),
    suite: 'e2e',
    branch: 'feature',
    commit: 'c1',
    baselineRef: 'main',
    viewport: { width: 1280, height: 720 },
    path: ['pages', 'one'],
    isLocal: true,
  };
  const answer = sampleUpload({ suite: 'e2e', status: 'changed', diffPercentage: 1 });

  test('sends its fields beside the image', async () => {
    const { client, service } = await setUp({ uploadSnapshot: () => answer });
    expect(await client.uploadSnapshotWithDiff({ ...input, metadata: { browser: 'x' } })).toEqual(answer);
    expect(service.requests[0]).toMatchObject({
      query: {
        name: 'one',
        suite: 'e2e',
        branch: 'feature',
        commit: 'c1',
        baselineRef: 'main',
        viewport: '1280x720',
        path: '["pages","one"]',
        metadata: '{"browser":"x"}',
        isLocal: 'true',
      },
      bytes: Buffer.from('one'),
    });
  });

  test('takes null for a field that is absent, beside bytes and beside a hash', async () => {
    const { client, service } = await setUp({
      uploadSnapshot: () => answer,
      findKnownImages: ({ body }) => ({ known: (body as { hashes: string[] }).hashes }),
    });
    const { viewport: _, path: __, isLocal: ___, baselineRef: ____, ...least } = input;
    const absent = [
      'viewport',
      'browser',
      'sessionId',
      'baselineRef',
      'testId',
      'runKey',
      'path',
      'metadata',
    ];
    const nulls = Object.fromEntries(absent.map((name) => [name, null]));
    for (const image of [png('one'), png(large('known'))])
      await client.uploadSnapshotWithDiff({ ...least, ...(nulls as object), png: image } as never);
    const { png: ____x, ...fields } = least;
    expect(service.requests[0]?.query).toEqual(fields);
    expect(service.requests[2]?.body).toEqual({ ...fields, hash: sha256(large('known')) });
  });

  test('sends memory that threads share', async () => {
    const { client, service } = await setUp({
      uploadSnapshot: () => answer,
      findKnownImages: () => ({ known: [] }),
    });
    for (const text of ['one', large('two'), large('three').repeat(4)]) {
      const shared = new Uint8Array(new SharedArrayBuffer(text.length));
      shared.set(png(text));
      await client.uploadSnapshotWithDiff({ ...input, png: shared });
      expect(service.requests.at(-1)?.bytes.toString()).toBe(text);
    }
  });

  test('tells the history of the commit beside bytes and beside a hash', async () => {
    const { client, service } = await setUp({
      uploadSnapshot: () => answer,
      findKnownImages: ({ body }) => ({ known: (body as { hashes: string[] }).hashes }),
    });
    await client.uploadSnapshotWithDiff({ ...input, history: ['c1', 'c0'] });
    await client.uploadSnapshotWithDiff({ ...input, png: png(large('known')), history: ['c1', 'c0'] });
    const [bytes, , hash] = service.requests;
    expect(bytes?.query.history).toBe('c1,c0');
    expect(hash?.body).toMatchObject({ history: 'c1,c0' });
  });

  /** The hash, where the service was told one instead of bytes. */
  const hashIn = ({ body }: { body: unknown }) => (body as { hash?: string } | undefined)?.hash;
  const large = (text: string) => text.repeat(20_000);

  test('sends the hash of a larger image that the project has, asking once for many', async () => {
    const { client, service } = await setUp({
      findKnownImages: ({ body }) => ({
        known: (body as { hashes: string[] }).hashes.filter((hash) => hash !== sha256(large('n'))),
      }),
      uploadSnapshot: () => answer,
    });
    const texts = ['a', 'b', 'c', 'n', 'a'].map(large);
    await Promise.all(texts.map((text) => client.uploadSnapshotWithDiff({ ...input, png: png(text) })));
    const uploads = service.of('uploadSnapshot');
    const hashes = texts.map(sha256);
    expect(new Set(uploads.map(hashIn))).toEqual(
      new Set([...hashes.filter((hash) => hash !== hashes[3]), undefined]),
    );
    expect(uploads.find((upload) => hashIn(upload) === undefined)?.bytes.toString()).toBe(texts[3]);
    const known = uploads.find((upload) => hashIn(upload) === hashes[0]);
    expect(known?.body).toMatchObject({ name: 'one', viewport: { width: 1280, height: 720 }, isLocal: true });
    expect(service.of('findKnownImages').length).toBeLessThan(texts.length);

    const questions = service.of('findKnownImages').length;
    await client.uploadSnapshotWithDiff({ ...input, png: png(texts[3] ?? '') });
    expect(hashIn(service.of('uploadSnapshot').at(-1) ?? { body: null })).toBe(hashes[3]);
    expect(service.of('findKnownImages')).toHaveLength(questions);
  });

  test('sends the bytes when the service does not have the image any more, or cannot say', async () => {
    let gone = true;
    const { client, service } = await setUp({
      findKnownImages: ({ body }) => body,
      uploadSnapshot: (upload) =>
        hashIn(upload) && gone ? new Refusal('IMAGE_NOT_FOUND', 'Image not found') : answer,
    });
    service.misbehave([{ status: 404 }], 'findKnownImages');
    const image = png(large('x'));
    expect(await client.uploadSnapshotWithDiff({ ...input, png: image })).toEqual(answer);
    expect(service.of('uploadSnapshot').map(hashIn)).toEqual([undefined]);
    expect(await client.uploadSnapshotWithDiff({ ...input, png: image })).toEqual(answer);
    expect(service.of('uploadSnapshot').map(hashIn)).toEqual([undefined, sha256(large('x')), undefined]);
    gone = false;
    expect(await client.uploadSnapshotWithDiff({ ...input, png: image })).toEqual(answer);
    expect(service.of('uploadSnapshot').map(hashIn).at(-1)).toBe(sha256(large('x')));
  });

  test('runs at most eight at the same time, over all callers', async () => {
    const eightOfThem = inEights();
    const { client, service } = await setUp({
      uploadSnapshot: async () => {
        await eightOfThem();
        return answer;
      },
    });
    const calls = Array.from({ length: 32 }, (_, index) =>
      client.uploadSnapshotWithDiff({ ...input, name: `shot ${index}` }),
    );
    expect(await Promise.all(calls)).toHaveLength(32);
    expect(service.mostAtOnce()).toBe(8);
  });

  test('sends a form when the fields are long', async () => {
    const service = await startFakeService({ uploadSnapshot: () => answer });
    const client = new SvcClient({ apiKey: 'svc_a', apiUrl: service.url });
    const history = Array.from({ length: 500 }, (_, index) => String(index).padStart(40, '0'));
    await client.uploadSnapshotWithDiff({ ...input, history });
    const [request] = service.requests;
    await service.close();
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const form = await new Response(new Uint8Array(request?.bytes ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('suite')).toBe('e2e');
    expect(form.get('history')).toBe(history.join(','));
    expect(await (form.get('png') as File).text()).toBe('one');
  });
});

describe('findCapture', () => {
  test('asks for the commits in their order and reads what it found', async () => {
    const commits = Array.from({ length: 150 }, (_, index) => `c${index}`);
    const found = sampleCapture({ id: 'cap_7', commit: 'c120' });
    const { snapshots, failures, ...summary } = found;
    const { client, service } = await setUp({
      listCaptures: ({ query }) => ({
        captures: query.commits?.includes('c120') ? [summary] : [],
        nextCursor: null,
      }),
      getCapture: () => found,
    });
    expect(await client.findCapture({ suite: 's', commits, branch: 'main' })).toEqual(found);
    expect(service.of('listCaptures').map(({ query }) => query.commits?.split(','))).toEqual([
      commits.slice(0, 100),
      commits.slice(100),
    ]);
    expect(service.of('listCaptures')[0]?.query).toMatchObject({ suite: 's', branch: 'main' });
  });

  test('answers null when there is none', async () => {
    const { client } = await setUp({ listCaptures: () => ({ captures: [], nextCursor: null }) });
    expect(await client.findCapture({ suite: 's', commits: ['c1'] })).toBeNull();
    expect(await client.findCapture({ suite: 's', commits: [] })).toBeNull();
  });

  test('without commits takes the newest that counts, page after page', async () => {
    const { snapshots, failures, ...summary } = sampleCapture();
    const pages: Record<string, unknown> = {
      first: {
        captures: [
          { ...summary, id: 'cap_9', status: 'failed' },
          { ...summary, id: 'cap_8', ephemeral: true },
          { ...summary, id: 'cap_7', isLocal: true },
        ],
        nextCursor: 'second',
      },
      second: { captures: [{ ...summary, id: 'cap_6' }], nextCursor: 'third' },
    };
    const { client, service } = await setUp({
      listCaptures: ({ query }) => pages[query.cursor ?? 'first'],
      getCapture: ({ id }) => sampleCapture({ id }),
    });
    expect((await client.findCapture({ suite: 's' }))?.id).toBe('cap_6');
    expect(service.of('listCaptures')).toHaveLength(2);
  });
});

describe('sites', () => {
  const bytes = Buffer.from('archive of a build');

  test('are uploaded as bytes or as any stream', async () => {
    const { client, service } = await setUp({ uploadSite: () => sampleSite({ status: 'pending' }) });
    const inputs = [
      new Uint8Array(bytes),
      Readable.from([bytes]),
      new Blob([bytes]).stream(),
      () => Readable.from([bytes]),
    ];
    for (const input of inputs) expect((await client.uploadSite(input)).status).toBe('pending');
    expect(service.requests.map((request) => request.bytes.toString())).toEqual(inputs.map(() => `${bytes}`));
    expect(service.requests[1]?.headers['content-type']).toBe('application/gzip');
  });

  test('are announced by their files, and given those that are missing', async () => {
    const pending = sampleSite({ status: 'pending' });
    const files = [{ path: 'index.html', hash: 'a'.repeat(64), size: 4 }];
    const { client, service } = await setUp({
      announceSite: () => ({ site: pending, missing: ['a'.repeat(64)] }),
      uploadSiteFiles: () => pending,
    });
    const { site, missing } = await client.announceSite(files);
    expect(service.requests[0]?.body).toEqual({ files });
    expect(missing).toEqual(['a'.repeat(64)]);
    service.misbehave([{ status: 503 }]);
    await client.uploadSiteFiles(site.id, () => Readable.from([bytes]));
    expect(service.requests.slice(1).map(({ id, bytes: sent }) => [id, `${sent}`])).toEqual([
      [site.id, `${bytes}`],
      [site.id, `${bytes}`],
    ]);
  });

  test('are uploaded again by a retry only where the body can be made again', async () => {
    const { client, service } = await setUp({ uploadSite: () => sampleSite() });
    service.misbehave([{ status: 503 }, { status: 500 }]);
    let made = 0;
    await client.uploadSite(() => {
      made += 1;
      return Readable.from([bytes]);
    });
    expect(made).toBe(3);
    service.misbehave([{ status: 503 }]);
    expect(await failureOf(client.uploadSite(Readable.from([bytes])))).toMatchObject({ statusCode: 503 });
  });

  const broken = new Error('disk gone');
  const failing = {
    iterable: async function* () {
      yield bytes;
      throw broken;
    },
    'web stream': () => new ReadableStream({ pull: (controller) => controller.error(broken) }),
  };
  test.each(Object.entries(failing))(
    'a failing %s is not taken for a failure of the network',
    async (_, open) => {
      const { client, delays } = await setUp({});
      const error = await failureOf(client.uploadSite(open));
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', statusCode: 0, cause: broken });
      expect(delays).toEqual([]);
    },
  );

  test.each([[{}], [7], [null], [[1]]])('a stream of %j is refused, and not tried again', async (piece) => {
    const { client, delays } = await setUp({});
    const error = await failureOf(
      client.uploadSite(async function* () {
        yield piece as never;
      }),
    );
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'the stream must give bytes' });
    expect(delays).toEqual([]);
  });

  test('may come as a stream of text, of a view or of shared memory', async () => {
    const { client, service } = await setUp({ uploadSite: () => sampleSite() });
    const shared = new Uint8Array(new SharedArrayBuffer(1));
    await client.uploadSite(async function* () {
      yield 'a' as never;
      yield new DataView(Uint8Array.of(0, 98, 0).buffer, 1, 1) as never;
      yield shared;
    });
    expect(service.requests[0]?.bytes.toString()).toBe('ab\0');
  });

  test.each([[bytes], [undefined], [5]])('a function that gives %j is refused', async (given) => {
    const { client } = await setUp({});
    expect(await failureOf(client.uploadSite(() => given as never))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'tarGz must be a function that gives a stream',
    });
  });

  test('give their stories once they are ready, page after page', async () => {
    const states = ['pending', 'uploading', 'ready'] as const;
    let reads = 0;
    const story = (name: string) => ({ name, url: `iframe.html?id=${name}` });
    const { client, service, delays } = await setUp({
      getSite: () => {
        reads += 1;
        return sampleSite({ status: states[reads - 1] ?? 'ready' });
      },
      discoverStories: ({ query }) =>
        query.cursor
          ? { stories: [story('c')], nextCursor: null }
          : { stories: [story('a'), story('b')], nextCursor: 'next' },
    });
    expect((await client.discoverStories('sit_1')).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(delays).toEqual([100, 120]);
    expect(service.of('discoverStories')).toHaveLength(2);
  });

  test('that failed throw their error', async () => {
    const { client } = await setUp({
      getSite: () => sampleSite({ status: 'failed', error: 'index.json is missing' }),
    });
    expect(await failureOf(client.discoverStories('sit_1'))).toMatchObject({
      code: 'SITE_FAILED',
      message: 'index.json is missing',
    });
  });
});

describe('waiting', () => {
  test('polls at growing intervals up to two seconds, and tells of each state', async () => {
    let reads = 0;
    const { client, delays } = await setUp({
      getCapture: () => {
        reads += 1;
        return sampleCapture({ status: reads < 20 ? 'capturing' : 'failed', completedSnapshots: reads });
      },
    });
    const seen: number[] = [];
    const capture = await client.waitForCapture('cap_1', {
      onProgress: ({ completedSnapshots }) => seen.push(completedSnapshots),
    });
    expect(capture.status).toBe('failed');
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(delays.slice(0, 4).map(Math.round)).toEqual([100, 120, 144, 173]);
    expect(delays.slice(-3).map(Math.round)).toEqual([1849, 2000, 2000]);
  });

  test('asks for all of it once, at the end, even where that begins again', async () => {
    const whole = ['processing', 'completed'] as const;
    const { client, service } = await setUp({
      getDiff: ({ query }) => {
        const status = query.fields
          ? 'completed'
          : (whole[service.of('getDiff').filter(isWhole).length - 1] ?? 'failed');
        const { results, failures, ...state } = sampleDiff({ status });
        return query.fields ? state : { ...state, results, failures };
      },
    });
    const isWhole = ({ query }: { query: Record<string, string> }) => query.fields === undefined;
    const seen: string[] = [];
    const diff = await client.waitForDiff('dif_1', { onProgress: ({ status }) => seen.push(status) });
    expect(diff).toMatchObject({ status: 'completed', results: sampleDiff().results });
    expect(seen).toEqual(['processing', 'completed']);
    expect(service.of('getDiff').map(isWhole)).toEqual([false, true, false, true]);
  });

  test('ends with TIMEOUT', async () => {
    const { client } = await setUp({ getDiff: () => sampleDiff({ status: 'processing' }) });
    const error = await failureOf(client.waitForDiff('dif_1', { timeoutMs: 1_500 }));
    expect(error).toMatchObject({ code: 'TIMEOUT', statusCode: 0 });
    expect(error.message).toContain('dif_1');
  });

  test.each([
    ['the signal aborts', 'ABORTED', () => ({ signal: AbortSignal.timeout(100) })],
    ['its time has passed', 'TIMEOUT', () => ({ timeoutMs: 10 })],
  ])(
    'ends when %s, even where the service does not answer',
    async (_, code, optionsOf) => {
      const fetch: typeof globalThis.fetch = (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      const client = new SvcClient({ apiKey: 'svc_test', fetch });
      const waits = [
        client.waitForCapture('cap_1', optionsOf()),
        client.waitForDiff('dif_1', optionsOf()),
        client.discoverStories('sit_1', optionsOf()),
      ];
      for (const wait of waits) expect(await failureOf(wait)).toMatchObject({ code, statusCode: 0 });
    },
    15_000,
  );

  test('ends when the signal aborts, even between two reads', async () => {
    const stop = new AbortController();
    const { client } = await setUp(
      { getDiff: () => sampleDiff({ status: 'processing' }) },
      { sleep: undefined },
    );
    const waiting = client.waitForDiff('dif_1', {
      signal: stop.signal,
      onProgress: () => setTimeout(() => stop.abort(), 10),
    });
    expect(await failureOf(waiting)).toMatchObject({ code: 'ABORTED' });
  });
});

test('decisions, sessions and baselines go where they belong', async () => {
  const session: Session = {
    id: 'ses_1',
    status: 'open',
    branch: 'feature',
    commit: 'c1',
    baselineRef: 'main',
    isLocal: false,
    autoApprove: false,
    exitCode: null,
    conclusion: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    completedAt: null,
    diffs: [],
  };
  const { client, service } = await setUp({
    cancelCapture: () => sampleCapture({ status: 'failed', error: 'cancelled by ci' }),
    reDiff: () => sampleDiff(),
    approve: () => ({ approved: 1, total: 2 }),
    reject: () => ({ rejected: 1, total: 1 }),
    revoke: () => ({ revoked: 2 }),
    listBaselines: () => ({ refs: ['main', 'release'], baselines: [], nextCursor: null }),
    createSession: () => ({ sessionId: 'ses_1', captureId: 'cap_1', diffId: 'dif_1' }),
    completeSession: () => ({ imageToken: 't', hasCheck: false, diffs: [] }),
    finishRun: () => ({ parts: ['1/?'] }),
    getSession: () => session,
  });
  expect(await client.cancelCapture('cap_1')).toMatchObject({ status: 'failed', error: 'cancelled by ci' });
  await client.reDiff('dif_1');
  expect(await client.approve('dif_1')).toEqual({ approved: 1, total: 2 });
  await client.approve('dif_1', { snapshots: ['one'] });
  expect(await client.reject('dif_1', { snapshots: ['one'] })).toEqual({ rejected: 1, total: 1 });
  expect(await client.revoke('dif_1', ['one'])).toEqual({ revoked: 2 });
  await client.revoke('dif_1');
  const slots = [{ name: 'one', viewport: null, browser: null, ifStatus: 'pending' as const }];
  await client.approve('dif_1', { slots });
  await client.reject('dif_1', { snapshots: ['one'], ifStatus: 'approved' });
  await client.revoke('dif_1', undefined, { slots });
  expect(await client.getBaselineRefs('e2e')).toEqual(['main', 'release']);
  const opening = { suite: 'e2e', branch: 'feature', commit: 'c1' };
  expect(await client.createSession(opening)).toMatchObject({ sessionId: 'ses_1' });
  expect(await client.getSession('ses_1')).toEqual(session);
  expect(await client.completeSession('ses_1', { exitCode: 1 })).toEqual({
    imageToken: 't',
    hasCheck: false,
    diffs: [],
  });
  const run = { branch: 'feature', commit: 'c1', runKey: '7' };
  expect(await client.finishRun(run)).toEqual({ parts: ['1/?'] });
  await client.completeSession('ses_1', { exitCode: 0, complete: true });
  expect(service.requests.map(({ operation, body }) => [operation, body])).toEqual([
    ['cancelCapture', {}],
    ['reDiff', {}],
    ['approve', {}],
    ['approve', { snapshots: ['one'] }],
    ['reject', { snapshots: ['one'] }],
    ['revoke', { snapshots: ['one'] }],
    ['revoke', {}],
    ['approve', { slots }],
    ['reject', { snapshots: ['one'], ifStatus: 'approved' }],
    ['revoke', { slots }],
    ['listBaselines', undefined],
    ['createSession', opening],
    ['getSession', undefined],
    ['completeSession', { exitCode: 1 }],
    ['finishRun', run],
    ['completeSession', { exitCode: 0, complete: true }],
  ]);
});

test('a capture of no snapshots says so, and so ends at once', async () => {
  const { client, service } = await setUp({
    createCapture: () => sampleCapture(),
    getCapture: () => sampleCapture(),
  });
  expect((await client.createCapture({ suite: 'none', snapshots: [] })).status).toBe('completed');
  expect(service.of('createCapture')[0]?.body).toMatchObject({ snapshots: [] });
});

test('all baselines are read, page after page', async () => {
  const baseline = {
    viewport: null,
    browser: null,
    branch: 'main',
    commit: 'c1',
    hash: 'a'.repeat(64),
    imageUrl: 'http://images/1',
    width: 1,
    height: 1,
    captureId: 'cap_1',
    diffId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const { client, service } = await setUp({
    listBaselines: ({ query: { cursor } }) => ({
      refs: ['main'],
      baselines: [{ ...baseline, name: cursor ?? 'a' }],
      nextCursor: cursor ? null : 'b',
    }),
  });
  const found = await client.listBaselines({ suite: 'web', branch: 'main' });
  expect(found.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(service.requests[1]?.query).toEqual({ suite: 'web', branch: 'main', limit: '500', cursor: 'b' });
});

test('a suite that nobody knows has no baseline refs', async () => {
  const { client } = await setUp({ listBaselines: () => new Refusal('SUITE_NOT_FOUND', 'Suite not found') });
  expect(await client.getBaselineRefs('none')).toEqual([]);
});

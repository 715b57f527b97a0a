import { createHash, randomBytes } from 'node:crypto';
import { type Capture, type ErrorBody, errorBody, operations } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colorOf, image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** An image that no other test has sent. */
const newImage = () => image(colorOf(randomBytes(3).readUIntBE(0, 3)));

const newCapture = async (options: object, apiKey?: string) =>
  (
    await service.ask<Capture>(
      'POST',
      '/api/v1/captures',
      { suite: 'default', branch: 'main', ...options },
      apiKey,
    )
  ).body;

const errorOf = (answer: { body: unknown }) => errorBody.parse(answer.body).error;

test('every error has the shape of the contract, unknown routes too (R31)', async () => {
  const unknown = await service.ask('GET', '/api/v1/nope');
  expect(unknown.status).toBe(404);
  expect(errorOf(unknown).code).toBe('NOT_FOUND');
  const invalid = await service.ask<ErrorBody>('POST', '/api/v1/captures', {
    suite: '',
    targets: [{ name: 'a', url: 'ftp://x' }],
  });
  expect(invalid.status).toBe(400);
  expect(errorOf(invalid)).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'suite must not be empty (and 1 more)',
    details: expect.arrayContaining([
      { path: 'suite', message: 'must not be empty' },
      { path: 'targets[0].url', message: 'must be an http or https URL' },
    ]),
  });
  const broken = await service.upload('/api/v1/captures', Buffer.from('{"suite":'), 'application/json');
  expect(broken.status).toBe(400);
  expect(errorOf(broken).code).toBe('VALIDATION_ERROR');
});

test.each([
  ['/api/v1/captures', 'text/plain', 'application/json'],
  ['/api/v1/captures/cap_x/complete', 'multipart/form-data; boundary=x', 'application/json'],
  [
    '/api/v1/snapshots',
    'image/gif',
    'image/png, image/jpeg, image/webp, multipart/form-data, or application/json',
  ],
  [
    '/api/v1/sites',
    'application/zip',
    'application/gzip, application/x-gzip, application/x-tar, or application/octet-stream',
  ],
])('%s refuses %s and says what it takes', async (path, type, wanted) => {
  const { status, body } = await service.upload(path, Buffer.from('x'), type);
  expect([status, errorOf({ body })]).toEqual([
    400,
    {
      code: 'VALIDATION_ERROR',
      message: `Content-Type must be ${wanted}, not ${type}`,
      details: [{ path: 'Content-Type', message: `must be ${wanted}, not ${type}` }],
    },
  ]);
});

test('every project operation refuses a caller without a key, and with a wrong one', async () => {
  const protectedOnes = Object.values(operations).filter(
    ({ access }) => access !== 'public' && access !== 'signed',
  );
  expect(protectedOnes.length).toBeGreaterThan(15);
  for (const { method, path } of protectedOnes) {
    const url = path.replace(':id', 'cap_x');
    const without = await service.app.inject({ method, url });
    expect([path, without.statusCode, without.json().error.code]).toEqual([path, 401, 'UNAUTHORIZED']);
    const wrong = await service.app.inject({ method, url, headers: { 'x-api-key': 'svc_wrong' } });
    expect([path, wrong.statusCode]).toEqual([path, 401]);
  }
});

test("another project's object answers exactly as a missing one (R32)", async () => {
  const otherKey = await service.newKey('acme/other');
  const capture = await newCapture({ snapshots: [{ name: 'a' }] });
  const made = await service.ask<{ id: string }>('POST', '/api/v1/diffs', {
    suite: 'default',
    headCaptureId: capture.id,
  });
  const ids = { captures: capture.id, diffs: made.body.id, sites: 'sit_0' };
  for (const operation of Object.values(operations)) {
    const { method, path, access, needs } = operation;
    if (access !== 'project' || !path.includes(':id') || needs === 'manage') continue;
    const id = ids[path.split('/')[3] as keyof typeof ids] ?? 'ses_0';
    const body =
      method === 'POST'
        ? { name: 'a', text: 'x', decision: 'approved', reviewers: ['a'], snapshots: ['a'] }
        : undefined;
    // Some of them are about a named snapshot or result.
    const url = (of: string) =>
      `${path.replace(':id', of)}${method === 'GET' || 'bodies' in operation ? '?name=a&x=0&y=0' : ''}`;
    const ask = (of: string) =>
      'bodies' in operation
        ? service.upload(url(of), Buffer.from('x'), Object.keys(operation.bodies)[0] ?? '', otherKey)
        : service.ask(method as 'GET', url(of), body, otherKey);
    const [foreign, missing] = [await ask(id), await ask('cap_missing')];
    expect([path, foreign.status, foreign.body]).toEqual([path, 404, missing.body]);
  }
});

test('a project header that contradicts the key is refused', async () => {
  const response = await service.app.inject({
    url: '/api/v1/overview',
    headers: { 'x-api-key': service.apiKey, 'x-svc-project': 'acme/other' },
  });
  expect(response.statusCode).toBe(403);
});

test('a project is named without its organisation where that can mean one alone', async () => {
  const url = '/api/v1/suites';
  const withKey = { 'x-api-key': service.apiKey, 'x-svc-project': 'web' };
  expect((await service.app.inject({ url, headers: withKey })).statusCode).toBe(200);
  const signedIn = await service.app.inject({
    method: 'POST',
    url: '/api/v1/sign-in',
    headers: { origin: 'http://localhost', host: 'localhost' },
    payload: { token: await service.newSignInToken() },
  });
  const cookie = `svc_session=${signedIn.cookies[0]?.value}`;
  const within = async (project: string) => {
    const { statusCode, body } = await service.app.inject({
      url,
      headers: { cookie, 'x-svc-project': project },
    });
    return [statusCode, statusCode === 200 ? null : JSON.parse(body).error.message];
  };
  await service.newKey('acme/lonely');
  await service.newKey('beta/web');
  expect(await within('lonely')).toEqual([200, null]);
  expect(await within('web')).toEqual([400, 'X-Svc-Project must be one of acme/web, beta/web']);
  expect(await within('nowhere')).toEqual([404, 'Project not found']);
  expect(await within('')).toEqual([400, 'X-Svc-Project must be a project, as org/project']);
});

test('a snapshot comes as raw PNG, as a form, or as a known hash (R4)', async () => {
  const capture = await newCapture({ snapshots: [{ name: 'raw' }, { name: 'form' }, { name: 'known' }] });
  const png = newImage();
  const hash = createHash('sha256').update(png).digest('hex');
  const early = await service.ask('POST', '/api/v1/snapshots', {
    captureId: capture.id,
    name: 'known',
    hash,
  });
  expect([early.status, errorOf(early).code]).toEqual([404, 'IMAGE_NOT_FOUND']);
  const raw = await service.upload(`/api/v1/snapshots?captureId=${capture.id}&name=raw`, png, 'image/png');
  expect(raw).toMatchObject({
    status: 200,
    body: { name: 'raw', hash, width: 20, height: 10, viewport: null },
  });

  const form = new FormData();
  form.set('captureId', capture.id);
  form.set('name', 'form');
  form.set('path', '["A","B"]');
  form.set('png', new Blob([new Uint8Array(newImage())], { type: 'image/png' }), 'form.png');
  const encoded = new Response(form);
  const sent = await service.upload(
    '/api/v1/snapshots',
    new Uint8Array(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  );
  expect(sent).toMatchObject({ status: 200, body: { name: 'form', path: ['A', 'B'] } });

  const unknownHash = '0'.repeat(64);
  const lookup = await service.ask('POST', '/api/v1/images/known', { hashes: [hash, unknownHash] });
  expect(lookup.body).toEqual({ known: [hash] });
  const known = await service.ask('POST', '/api/v1/snapshots', {
    captureId: capture.id,
    name: 'known',
    hash,
  });
  expect(known.status).toBe(200);
  const done = await service.ask<Capture>('GET', `/api/v1/captures/${capture.id}`);
  expect(done.body).toMatchObject({ status: 'completed', totalSnapshots: 3, completedSnapshots: 3 });
});

test('a lost answer can be asked for again; another image after the end cannot', async () => {
  const capture = await newCapture({ snapshots: [{ name: 'a' }] });
  const png = newImage();
  const path = `/api/v1/snapshots?captureId=${capture.id}&name=a`;
  expect((await service.upload(path, png, 'image/png')).status).toBe(200);
  expect((await service.upload(path, png, 'image/png')).status).toBe(200);
  const late = await service.upload(path, newImage(), 'image/png');
  expect([late.status, errorOf(late).code]).toEqual([409, 'CAPTURE_COMPLETED']);
});

test('an open capture grows until it is said to be complete', async () => {
  const capture = await newCapture({});
  expect(capture.status).toBe('pending');
  for (const name of ['a', 'b']) {
    await service.upload(
      `/api/v1/snapshots?captureId=${capture.id}&name=${name}&viewport=10x20`,
      newImage(),
      'image/png',
    );
  }
  const open = await service.ask<Capture>('GET', `/api/v1/captures/${capture.id}`);
  expect(open.body).toMatchObject({ status: 'processing', totalSnapshots: 2 });
  const closed = await service.ask<Capture>('POST', `/api/v1/captures/${capture.id}/complete`, {});
  expect(closed.body.status).toBe('completed');
  expect(closed.body.snapshots.map(({ name, viewport }) => [name, viewport])).toEqual([
    ['a', { width: 10, height: 20 }],
    ['b', { width: 10, height: 20 }],
  ]);
});

test('a capture of no snapshots ends at once, and one without a list stays open (R27)', async () => {
  expect((await newCapture({ snapshots: [] })).status).toBe('completed');
  expect((await newCapture({})).status).toBe('pending');
});

test('parallel uploads to one capture all arrive, and it completes once', async () => {
  const names = Array.from({ length: 24 }, (_, index) => `shot ${index}`);
  const capture = await newCapture({ snapshots: names.map((name) => ({ name })), autoBaseline: true });
  await Promise.all(
    names.map((name) =>
      service.upload(
        `/api/v1/snapshots?captureId=${capture.id}&name=${encodeURIComponent(name)}`,
        newImage(),
        'image/png',
      ),
    ),
  );
  const done = await service.ask<Capture>('GET', `/api/v1/captures/${capture.id}`);
  expect(done.body).toMatchObject({ status: 'completed', completedSnapshots: 24, failedSnapshots: 0 });
  const { count } = await service.resources.database
    .selectFrom('baselineEntries')
    .select((column) => column.fn.countAll().as('count'))
    .where('captureId', '=', capture.id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(24);
});

test('bad images are refused by name, and the capture continues', async () => {
  const capture = await newCapture({ snapshots: [{ name: 'bad' }, { name: 'good' }] });
  const path = (name: string) => `/api/v1/snapshots?captureId=${capture.id}&name=${name}`;
  const png = newImage();
  const corrupt = Buffer.from(png);
  corrupt[corrupt.length - 20] = (corrupt[corrupt.length - 20] ?? 0) ^ 0xff;
  for (const bytes of [corrupt, png.subarray(0, 40), Buffer.from('no image')]) {
    const refused = await service.upload(path('bad'), bytes, 'image/png');
    expect([refused.status, errorOf(refused).code]).toEqual([400, 'IMAGE_INVALID']);
  }
  const huge = Buffer.from(png);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  const refused = await service.upload(path('bad'), huge, 'image/png');
  expect(refused.status).toBe(400);
  expect((await service.upload(path('good'), png, 'image/png')).status).toBe(200);
});

test('duplicate names are refused, naming both (R29)', async () => {
  const answer = await service.ask('POST', '/api/v1/captures', {
    suite: 'default',
    snapshots: [{ name: 'a' }, { name: 'b' }, { name: 'a' }],
  });
  expect(answer.status).toBe(400);
  expect(errorOf(answer).message).toBe('"a" is both snapshots[0] and snapshots[2]; names must differ');
});

test('findCapture follows the order of the commits, and leaves out what is not a baseline (R11)', async () => {
  const suite = 'found';
  const png = newImage();
  const make = async (commit: string, options: object = {}) => {
    const capture = await newCapture({ suite, commit, snapshots: [{ name: 'a' }], ...options });
    await service.upload(`/api/v1/snapshots?captureId=${capture.id}&name=a`, png, 'image/png');
    return capture.id;
  };
  const older = await make('aaaaaaa');
  await make('bbbbbbb', { isLocal: true });
  const newer = await make('ccccccc');
  await newCapture({ suite, commit: 'ddddddd', snapshots: [{ name: 'a' }] });
  const find = async (query: string) =>
    (
      await service.ask<{ captures: Capture[] }>('GET', `/api/v1/captures?suite=${suite}&${query}`)
    ).body.captures.map((capture) => capture.id);
  expect(await find('commits=ddddddd,bbbbbbb,aaaaaaa,ccccccc')).toEqual([older, newer]);
  expect(await find('commits=ccccccc,aaaaaaa')).toEqual([newer, older]);
  expect(await find('commits=ccccccc&branch=other')).toEqual([]);
});

test('lists have a limit and a cursor', async () => {
  const suite = 'paged';
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.unshift((await newCapture({ suite })).id);
  const seen: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 3; pages++) {
    const { body } = await service.ask<{ captures: Capture[]; nextCursor: string | null }>(
      'GET',
      `/api/v1/captures?suite=${suite}&limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.captures.map((capture) => capture.id));
    cursor = body.nextCursor ?? '';
  }
  expect([seen, cursor]).toEqual([ids, '']);
  const bad = await service.ask('GET', '/api/v1/captures?cursor=%21%21');
  expect(bad.status).toBe(400);
});

test('an image is served to anyone who has its signed URL, and to nobody else', async () => {
  const capture = await newCapture({ snapshots: [{ name: 'a' }] });
  const png = newImage();
  await service.upload(`/api/v1/snapshots?captureId=${capture.id}&name=a`, png, 'image/png');
  const { body } = await service.ask<Capture>('GET', `/api/v1/captures/${capture.id}`);
  const url = new URL(body.snapshots[0]?.imageUrl ?? '');
  const served = await service.app.inject({ url: url.pathname + url.search });
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png']);
  expect(served.rawPayload.equals(png)).toBe(true);
  const bare = await service.app.inject({ url: url.pathname, headers: { 'x-api-key': service.apiKey } });
  expect([bare.statusCode, bare.json().error.code]).toEqual([403, 'TOKEN_INVALID']);
  const elsewhere = service.resources.links.imageToken('prj_other');
  expect((await service.app.inject({ url: `${url.pathname}?token=${elsewhere}` })).statusCode).toBe(404);
});

test('a sign-in link works once, its cookie opens the pages, and other origins cannot use it', async () => {
  const token = await service.newSignInToken();
  const origin = { host: 'localhost:4300', origin: 'http://localhost:4300' };
  const signIn = () =>
    service.app.inject({ method: 'POST', url: '/api/v1/sign-in', headers: origin, payload: { token } });
  const first = await signIn();
  expect(first.json()).toEqual({ kind: 'user', name: 'admin', project: null });
  const [cookie] = first.cookies;
  expect(cookie).toMatchObject({ name: 'svc_session', httpOnly: true, sameSite: 'Lax' });
  expect((await signIn()).statusCode).toBe(403);

  const headers = { ...origin, cookie: `svc_session=${cookie?.value}`, 'x-svc-project': 'acme/web' };
  expect((await service.app.inject({ url: '/api/v1/overview', headers })).json().project.slug).toBe(
    'acme/web',
  );
  const missing = { ...headers, 'x-svc-project': 'acme/nothing' };
  expect((await service.app.inject({ url: '/api/v1/overview', headers: missing })).statusCode).toBe(404);
  const post = (sent: Record<string, string>) =>
    service.app.inject({ method: 'POST', url: '/api/v1/diffs/dif_x/approve', headers: sent, payload: {} });
  const { origin: _, ...withoutOrigin } = headers;
  expect((await post(headers)).statusCode).toBe(404);
  expect((await post({ ...headers, origin: 'http://evil.example' })).statusCode).toBe(403);
  expect((await post(withoutOrigin)).statusCode).toBe(403);

  await service.app.inject({ method: 'POST', url: '/api/v1/sign-out', headers, payload: {} });
  expect((await service.app.inject({ url: '/api/v1/overview', headers })).statusCode).toBe(401);
});

test('the interface describes itself', async () => {
  const description = (await service.app.inject({ url: '/docs/api/json' })).json();
  const described = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = Object.values(operations).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(described).toEqual(
    expect.arrayContaining([...expected, 'POST /api/v1/snapshots', 'POST /api/v1/sites']),
  );
  expect((await service.app.inject({ url: '/docs/api/' })).statusCode).toBe(200);
});

import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Capture, CaptureSummary, Site } from '@svc/schema';
import { sql } from 'kysely';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.stop());

const post = (url: string, key: string, payload: object | Buffer, type = 'application/json') =>
  service.app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': service.apiKey, 'idempotency-key': key, 'content-type': type },
    payload,
  });

const capturesOf = async (suite: string) =>
  (await service.ask<{ captures: CaptureSummary[] }>('GET', `/api/v1/captures?suite=${suite}`)).body.captures;

test('parallel duplicates of a POST make one thing and get the same answer (R33)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post('/api/v1/captures', 'parallel', { suite: 'parallel' })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await capturesOf('parallel')).toHaveLength(1);
});

test('an answer that was lost on its way is given to the repetition', async () => {
  const { port } = service.app.server.address() as AddressInfo;
  const body = JSON.stringify({ suite: 'lost', snapshots: [{ name: 'a' }] });
  const cut = request({
    port,
    method: 'POST',
    path: '/api/v1/captures',
    headers: {
      'x-api-key': service.apiKey,
      'idempotency-key': 'lost',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  cut.on('error', () => {});
  await new Promise<void>((resolve) => cut.end(body, resolve));
  // Cut as soon as the work is done, before anybody has read the answer.
  while ((await capturesOf('lost')).length === 0) await sleep(5);
  cut.destroy();
  const repeated = await post('/api/v1/captures', 'lost', { suite: 'lost', snapshots: [{ name: 'a' }] });
  expect(repeated.statusCode).toBe(200);
  expect((await capturesOf('lost')).map(({ id }) => id)).toEqual([repeated.json<Capture>().id]);
});

test('the key with another body or path is a conflict', async () => {
  await post('/api/v1/captures', 'taken', { suite: 'taken' });
  for (const [url, body] of [
    ['/api/v1/captures', { suite: 'other' }],
    ['/api/v1/images/known', { hashes: ['0'.repeat(64)] }],
  ] as const) {
    const answer = await post(url, 'taken', body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  }
  expect((await post('/api/v1/captures', 'x'.repeat(256), { suite: 'taken' })).statusCode).toBe(400);
});

test('a refusal is answered again as it was', async () => {
  const body = { suite: 'default', headCaptureId: 'cap_missing' };
  const [first, second] = [
    await post('/api/v1/diffs', 'refused', body),
    await post('/api/v1/diffs', 'refused', body),
  ];
  expect([first.statusCode, second.statusCode, second.body]).toEqual([404, 404, first.body]);
});

test('uploads of images repeat, raw and as a form', async () => {
  const capture = (await post('/api/v1/captures', 'uploads', { suite: 'uploads' })).json<Capture>();
  const raw = (key: string, red: number) =>
    post(`/api/v1/snapshots?captureId=${capture.id}&name=raw`, key, image(red), 'image/png');
  const first = await raw('raw', 1);
  await raw('raw later', 2);
  expect((await raw('raw', 1)).json()).toMatchObject({ hash: first.json().hash });
  expect((await raw('raw', 2)).statusCode).toBe(409);

  const form = async (key: string, red: number) => {
    const fields = new FormData();
    fields.set('captureId', capture.id);
    fields.set('name', 'form');
    fields.set('png', new Blob([new Uint8Array(image(red))], { type: 'image/png' }), 'form.png');
    const encoded = new Response(fields);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    return post('/api/v1/snapshots', key, bytes, encoded.headers.get('content-type') ?? '');
  };
  const sent = await form('form', 1);
  expect([sent.statusCode, (await form('form', 1)).json().hash]).toEqual([200, sent.json().hash]);
  expect((await form('form', 2)).statusCode).toBe(409);

  // The repetition of the first image did not take the place of the second one.
  const { snapshots } = (await service.ask<Capture>('GET', `/api/v1/captures/${capture.id}`)).body;
  expect(snapshots.find(({ name }) => name === 'raw')?.hash).not.toBe(first.json().hash);
});

test('answers of uploads are read from rows, and equal what was answered first', async () => {
  const { database } = service.resources;
  const run = { suite: 'rows', branch: 'main', baselineRef: 'main' };
  const begin = async (commit: string, options: object = {}) =>
    (await post('/api/v1/sessions', `begin ${commit}`, { ...run, commit, ...options })).json().sessionId;
  const send = (sessionId: string, commit: string, name: string, red: number) => () =>
    post(
      `/api/v1/snapshots?${new URLSearchParams({ ...run, sessionId, commit, name })}`,
      `${sessionId} ${name} ${red}`,
      image(red),
      'image/png',
    );
  const answered = async (upload: () => ReturnType<typeof post>) => {
    const { statusCode, body } = await upload();
    expect([statusCode, body]).toEqual([200, body]);
    return JSON.parse(body);
  };
  const end = (id: string) => post(`/api/v1/sessions/${id}/complete`, `end ${id}`, { exitCode: 0 });

  const first = await begin('d00d1', { autoApprove: true });
  for (const [name, red] of [
    ['same', 31],
    ['other', 32],
    ['remembered', 33],
  ] as const)
    await answered(send(first, 'd00d1', name, red));
  await end(first);

  const { rows: before } = await sql<{ count: number }>`
    select count(*) from idempotency_keys where answer is not null`.execute(database);
  const second = await begin('d00d2');
  const uploads = [
    send(second, 'd00d2', 'same', 31),
    send(second, 'd00d2', 'other', 42),
    send(second, 'd00d2', 'added', 43),
  ];
  const told = [];
  for (const upload of uploads) told.push(await answered(upload));
  expect(told.map(({ status }) => status)).toEqual(['unchanged', 'changed', 'new']);
  expect(await Promise.all(uploads.map(answered))).toEqual(told);
  const { rows: after } = await sql<{ count: number }>`
    select count(*) from idempotency_keys where answer is not null`.execute(database);
  // That of the session alone.
  expect(after[0]?.count).toBe((before[0]?.count ?? 0) + 1);

  // A retry of the test takes the slot: what the first call is answered describes what is there now.
  const retried = await answered(send(second, 'd00d2', 'other', 44));
  expect(await answered(send(second, 'd00d2', 'other', 42))).toEqual(retried);
  await end(second);
  const counted = await countAll();
  expect(await answered(send(second, 'd00d2', 'other', 44))).toEqual(retried);
  expect(await answered(send(second, 'd00d2', 'same', 31))).toEqual(told[0]);
  expect(await countAll()).toEqual(counted);
});

test('the attempt that an upload made is answered again, whichever image came later', async () => {
  const { id } = (await post('/api/v1/captures', 'tries', { suite: 'tries' })).json<Capture>();
  const send = async (red: number) =>
    (
      await post(`/api/v1/snapshots?captureId=${id}&name=a&testId=t`, `try ${red}`, image(red), 'image/png')
    ).json();
  const first = await send(51);
  const second = await send(52);
  expect([first.attempt, second.attempt]).toEqual([1, 2]);
  expect([await send(51), await send(52)]).toMatchObject([
    { ...first, imageUrl: expect.any(String) },
    { ...second, imageUrl: expect.any(String) },
  ]);
});

async function archive(text: string): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'index.html' }, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

/** As if the process, or the database's answer to a commit, had been lost: the call was made, and never answered. */
async function loseAnswer(send: () => ReturnType<typeof post>) {
  const { database } = service.resources;
  await sql`alter table idempotency_keys add constraint lost check (fingerprint is null) not valid`.execute(
    database,
  );
  try {
    return await send();
  } finally {
    await sql`alter table idempotency_keys drop constraint lost`.execute(database);
    await sql`update idempotency_keys set leased_until = now() where fingerprint is null`.execute(database);
  }
}

const countAll = async () => {
  const { rows } = await sql`
    select (select count(*) from captures) captures, (select count(*) from diffs) diffs,
      (select count(*) from review_sessions) sessions, (select count(*) from sites) sites,
      (select count(*) from results) results, (select count(*) from pgboss.job) jobs`.execute(
    service.resources.database,
  );
  return rows[0];
};

test('what was made and never answered is not made again', async () => {
  const targets = [{ name: 'a', url: 'https://example.com/' }];
  const [one, two] = [image(11), image(12)];
  const alone = new URLSearchParams({
    name: 'a',
    suite: 'alone',
    branch: 'main',
    commit: 'abc1',
    autoApprove: 'true',
  });
  const { id } = (await post('/api/v1/captures', 'head', { suite: 'head', snapshots: [] })).json<Capture>();
  const bytes = await archive('again');
  const calls: [key: string, send: () => ReturnType<typeof post>][] = [
    ['capture', () => post('/api/v1/captures', 'capture', { suite: 'again', targets })],
    ['diff', () => post('/api/v1/diffs', 'diff', { suite: 'head', headCaptureId: id })],
    [
      'session',
      () => post('/api/v1/sessions', 'session', { suite: 'again', branch: 'main', commit: 'abc2' }),
    ],
    ['upload', () => post(`/api/v1/snapshots?${alone}`, 'upload', one, 'image/png')],
    ['changed', () => post(`/api/v1/snapshots?${alone}`, 'changed', two, 'image/png')],
    ['archive', () => post('/api/v1/sites', 'archive', bytes, 'application/gzip')],
  ];
  for (const [key, send] of calls) {
    const first = await loseAnswer(send);
    expect([key, first.statusCode]).toEqual([key, 200]);
    const before = await countAll();
    const again = await send();
    expect([key, again.statusCode]).toEqual([key, 200]);
    expect(await countAll()).toEqual(before);
    const { id, sessionId, diffId, status, approvalStatus, baselineSource, baseline } = first.json();
    // A capture, a site or a diff may have gone on meanwhile.
    expect(again.json()).toMatchObject(
      id
        ? { id }
        : sessionId
          ? { sessionId, diffId }
          : { diffId, status, approvalStatus, baselineSource, baseline },
    );
  }
});

test('an archive repeats by its bytes', async () => {
  const send = (bytes: Buffer) => post('/api/v1/sites', 'site', bytes, 'application/gzip');
  const build = await archive('one');
  const answers = await Promise.all([send(build), send(build)]);
  const [first] = answers;
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(new Set(answers.map((answer) => answer.json<Site>().id)).size).toBe(1);
  expect((await send(await archive('two'))).statusCode).toBe(409);
  expect((await send(build)).json<Site>().id).toBe(first?.json<Site>().id);
});

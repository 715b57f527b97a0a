import { gzipSync } from 'node:zlib';
import type { Capture, CaptureState, Site } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';
import { joinDeployment } from '../service/processes/joinDeployment.js';
import { moveCapture } from '../store/captures/captures.js';
import { removeProcess } from '../store/processes/processes.js';
import { setSiteFailed } from '../store/sites/sites.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());

const capture = async (apiKey = service.apiKey): Promise<string> => {
  const targets = [{ name: 'page', url: 'http://pages.example/' }];
  return (await service.ask<Capture>('POST', '/api/v1/captures', { suite: 'pages', targets }, apiKey)).body
    .id;
};

/** What becomes of the jobs of a capture when a process begins them. */
const begin = async (id: string) => {
  const { database } = service.resources;
  await moveCapture(database, id, 'capturing');
  await sql`update pgboss.job set state = 'active' where data ->> 'captureId' = ${id}`.execute(database);
};

const waiting = async (id: string, apiKey = service.apiKey) =>
  (await service.ask<CaptureState>('GET', `/api/v1/captures/${id}?fields=summary`, undefined, apiKey)).body
    .waitingForBrowser;

test('a capture says how many are ahead, of all projects, and whether anything has browsers', async () => {
  const [first, , third] = [
    await capture(),
    await capture(await service.newKey('acme/other')),
    await capture(),
  ];
  expect(await waiting(first)).toEqual({ capturesAhead: 0, captureProcesses: 0 });
  expect(await waiting(third)).toEqual({ capturesAhead: 2, captureProcesses: 0 });

  const { database } = service.resources;
  await joinDeployment(service.resources, { roles: ['worker'], host: 'one', version: '1.0.0' });
  const { id } = await joinDeployment(service.resources, {
    roles: ['capture'],
    host: 'two',
    version: '1.0.0',
  });
  expect(await waiting(third)).toEqual({ capturesAhead: 2, captureProcesses: 1 });

  await begin(first);
  expect(await waiting(first)).toBeNull();
  expect(await waiting(third)).toMatchObject({ capturesAhead: 2 });
  await service.ask('POST', `/api/v1/captures/${first}/cancel`, {});
  expect(await waiting(first)).toBeNull();
  expect(await waiting(third)).toMatchObject({ capturesAhead: 1 });

  await begin(third);
  expect(await waiting(third)).toBeNull();
  await removeProcess(database, id);
  expect(await waiting(third)).toEqual({ capturesAhead: 0, captureProcesses: 0 });
});

test('a capture that has begun waits again while others have their turns', async () => {
  const { database, queue } = service.resources;
  await sql`delete from pgboss.job where name = 'captureTargets'`.execute(database);
  const own = { roles: ['capture' as const], host: 'three', version: '1.0.0' };
  const { id } = await joinDeployment(service.resources, own);
  const large = await capture();
  await begin(large);
  const [{ projectId }] = await database
    .selectFrom('captures')
    .select('projectId')
    .where('id', '=', large)
    .execute()
    .then((rows) => [rows[0] ?? { projectId: '' }] as const);
  const chunks = [1, 2, 3].map((number) => ({ from: 50 * number, to: 50 * (number + 1) }));
  const jobs = chunks.map((chunk) => ({ captureId: large, projectId, chunk }));
  await database
    .transaction()
    .execute((transaction) => queue.enqueue(transaction, 'captureTargets', ...jobs));
  const key = await service.newKey('acme/other');
  const small = await capture(key);
  expect(await waiting(large)).toBeNull();
  // Of the four chunks, only the one that has begun is ahead.
  expect(await waiting(small, key)).toMatchObject({ capturesAhead: 1 });
  await sql`delete from pgboss.job where state = 'active'`.execute(database);
  expect(await waiting(small, key)).toMatchObject({ capturesAhead: 0 });
  expect(await waiting(large)).toMatchObject({ capturesAhead: 1 });
  await removeProcess(database, id);
});

test('a capture whose images the client uploads waits for no browser', async () => {
  const body = { suite: 'manual', snapshots: [{ name: 'one' }] };
  const { id } = (await service.ask<Capture>('POST', '/api/v1/captures', body)).body;
  expect(await waiting(id)).toBeNull();
});

test('an uploaded build says whether anything is there to unpack it', async () => {
  const archive = gzipSync(tarOf({ 'index.html': '<h1>Page</h1>' }));
  const { body } = await service.upload('/api/v1/sites', archive, 'application/gzip');
  const { id, waitingForBrowser } = body as Site;
  expect(waitingForBrowser).toEqual({ capturesAhead: 0, captureProcesses: 0 });
  await setSiteFailed(service.resources.database, id, 'not a build');
  expect((await service.ask<Site>('GET', `/api/v1/sites/${id}`)).body.waitingForBrowser).toBeNull();
});

import { gzipSync } from 'node:zlib';
import type { Capture, CaptureState, Site } from '@svc/schema';
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

const waiting = async (id: string) =>
  (await service.ask<CaptureState>('GET', `/api/v1/captures/${id}?fields=summary`)).body.waitingForBrowser;

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

  await moveCapture(database, first, 'capturing');
  expect(await waiting(first)).toBeNull();
  expect(await waiting(third)).toMatchObject({ capturesAhead: 2 });
  await service.ask('POST', `/api/v1/captures/${first}/cancel`, {});
  expect(await waiting(first)).toBeNull();
  expect(await waiting(third)).toMatchObject({ capturesAhead: 1 });

  await moveCapture(database, third, 'capturing');
  expect(await waiting(third)).toBeNull();
  await removeProcess(database, id);
  expect(await waiting(third)).toEqual({ capturesAhead: 1, captureProcesses: 0 });
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

import type { Capture, CheckRunList, Diff, ErrorBody } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { lockCapture } from '../../store/captures/captures.js';
import { endAbandonedCaptures } from './endAbandonedCaptures.js';

let service: TestService;
let commit = 'c0ffee0';
let serial = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => {
  commit = `c0ffee${++serial}`;
});

const announced = { snapshots: [{ name: 'came' }, { name: 'never came' }] };
async function create(options: object): Promise<string> {
  const body = { suite: 'forms', branch: 'main', commit, ...options };
  return (await service.ask<Capture>('POST', '/api/v1/captures', body)).body.id;
}
const upload = (captureId: string, name = 'came') =>
  service.upload(`/api/v1/snapshots?${new URLSearchParams({ captureId, name })}`, image(9), 'image/png');
const read = async (id: string) => (await service.ask<Capture>('GET', `/api/v1/captures/${id}`)).body;

/** Lets hours pass for all captures and uploads. */
async function pass(hours: number): Promise<void> {
  const { database } = service.resources;
  await sql`update captures set created_at = created_at - make_interval(mins => ${60 * hours})`.execute(
    database,
  );
  await sql`update snapshots set uploaded_at = uploaded_at - make_interval(mins => ${60 * hours})`.execute(
    database,
  );
}
const end = () => endAbandonedCaptures(service.resources);

const checks = async () =>
  (await service.ask<CheckRunList>('GET', `/api/v1/check-runs?commit=${commit}`)).body.checkRuns;

test('what was announced and never came has failed; the diff that waited ends, and so do its checks', async () => {
  const id = await create({ ...announced, autoApprove: true });
  const { body: waiting } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId: id,
  });
  await upload(id);
  expect((await checks()).map(({ status }) => status)).toEqual(['in_progress', 'in_progress']);
  await pass(1.9);
  expect(await end()).toBe(0);
  await pass(0.2);
  expect(await end()).toBe(1);
  const { status, snapshots, failures, partial, error } = await read(id);
  expect([status, partial, error, snapshots.map(({ name }) => name)]).toEqual([
    'completed',
    true,
    null,
    ['came'],
  ]);
  expect(failures).toMatchObject([{ name: 'never came', message: expect.stringContaining('2 hours') }]);
  expect(await settled(service, 'diffs', waiting.id)).toMatchObject({
    conclusion: 'failure',
    results: [{ name: 'came', status: 'new', approvalStatus: 'pending' }],
    failures: [{ name: 'never came' }],
  });
  expect((await checks()).map(({ status, conclusion }) => [status, conclusion])).toEqual([
    ['completed', 'failure'],
    ['completed', 'failure'],
  ]);
  expect(await end()).toBe(0);
});

test('where nothing came the capture fails with the reason', async () => {
  const id = await create(announced);
  const { body: waiting } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId: id,
  });
  await pass(3);
  expect(await end()).toBe(1);
  expect(await read(id)).toMatchObject({
    status: 'failed',
    failedSnapshots: 2,
    error: expect.stringContaining('2 hours'),
  });
  expect(await settled(service, 'diffs', waiting.id)).toMatchObject({ conclusion: 'failure' });
  expect((await checks()).map(({ status, conclusion }) => [status, conclusion])).toEqual([
    ['completed', 'failure'],
    ['completed', 'failure'],
  ]);
});

test('where nobody said what would come it fails as well; what did come stays, and makes no baseline', async () => {
  const id = await create({ suite: 'open', autoBaseline: true });
  await upload(id);
  await pass(3);
  expect(await end()).toBe(1);
  expect(await read(id)).toMatchObject({
    status: 'failed',
    completedSnapshots: 1,
    snapshots: [{ name: 'came' }],
    error: expect.stringContaining('2 hours'),
  });
  expect((await service.ask('GET', '/api/v1/baselines?suite=open')).body).toMatchObject({
    refs: [],
    baselines: [],
  });
  const late = await upload(id, 'late');
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'CAPTURE_COMPLETED' } } });
  expect((late.body as ErrorBody).error.message).toContain('the client is gone');
  const compared = await service.ask<ErrorBody>('POST', '/api/v1/diffs', {
    suite: 'open',
    headCaptureId: id,
  });
  expect(compared).toMatchObject({ status: 409, body: { error: { code: 'CAPTURE_FAILED' } } });
  expect(compared.body.error.message).toContain('the client is gone');
});

test('a run that was started again in the meantime replaces it', async () => {
  const gone = await create(announced);
  await service.ask('POST', '/api/v1/diffs', { suite: 'forms', headCaptureId: gone });
  await upload(gone);
  await pass(3);
  const again = await create({ snapshots: [{ name: 'came' }], autoApprove: true });
  await upload(again);
  const { body: second } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId: again,
  });
  await settled(service, 'diffs', second.id);
  expect(await end()).toBe(1);
  const { body: waited } = await service.ask<{ diffs: Diff[] }>('GET', `/api/v1/diffs?headCaptureId=${gone}`);
  await settled(service, 'diffs', waited.diffs[0]?.id ?? '');
  expect((await checks()).map(({ status, conclusion }) => [status, conclusion])).toEqual([
    ['completed', 'success'],
    ['completed', 'success'],
  ]);
});

test('captures of the fleet, of sessions, and those in use are left alone', async () => {
  const { database } = service.resources;
  const targets = [{ name: 'one', url: 'https://acme.example/' }];
  await create({ targets });
  const { body: session } = await service.ask<{ captureId: string }>('POST', '/api/v1/sessions', {
    suite: 'session',
    branch: 'main',
    commit,
  });
  const busy = await create(announced);
  await pass(3);
  await database.transaction().execute(async (transaction) => {
    await lockCapture(transaction, busy);
    expect(await end()).toBe(0);
  });
  expect((await read(session.captureId)).status).toBe('pending');
  await upload(busy);
  expect(await end()).toBe(0);
  await pass(3);
  expect(await end()).toBe(1);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createVault } from './createVault.js';
import { createLinks } from './links.js';
import { openKeyRing } from './openKeyRing.js';
import { rotateSigningKey, rotateSigningKeyNow } from './rotateSigningKey.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A process of the service, which hears of new keys when it refreshes. */
async function startProcess() {
  const keyRing = await openKeyRing(service.resources);
  const links = createLinks({ publicUrl: 'http://localhost:4300', sitesDomain: 'sites.localhost', keyRing });
  return { ...links, refresh: keyRing.refresh, keyId: () => links.imageToken('prj_1').split('.')[0] };
}
const pass = (days: number) =>
  sql`update signing_keys set created_at = created_at - ${days} * interval '1 day'`.execute(
    service.resources.database,
  );
const keyIds = async () =>
  (
    await sql<{ id: string }>`select id from signing_keys order by created_at`.execute(
      service.resources.database,
    )
  ).rows.map(({ id }) => id);

test('keys are sealed in the database, also those of an earlier version, whose URLs stay valid', async () => {
  const { database } = service.resources;
  const secret = Buffer.alloc(32, 7);
  await sql`update signing_keys set secret = ${secret}, sealed = null where id = 'k1'`.execute(database);
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const rows = await database.selectFrom('signingKeys').selectAll().execute();
  expect(rows.map((row) => [row.id, row.secret])).toEqual([['k1', null]]);
  expect(rows[0]?.sealed?.includes(secret.toString('hex'))).toBe(false);
  const links = { publicUrl: 'http://localhost:4300', sitesDomain: 'sites.localhost' };
  const earlier = createLinks({
    ...links,
    keyRing: { current: { id: 'k1', secret }, find: () => undefined },
  });
  const token = earlier.imageToken('prj_1');
  expect([one.readImageToken(token), other.readImageToken(token)]).toEqual(['prj_1', 'prj_1']);
});

test('a key cannot be opened with another secret of the deployment, nor as another key: it gets a successor', async () => {
  const { database } = service.resources;
  const seen = await openKeyRing(service.resources);
  const stranger = await openKeyRing({ database, vault: createVault('another secret') });
  expect(stranger.find(seen.current.id)).toBeUndefined();
  expect(stranger.current.id).not.toBe(seen.current.id);
  await sql`delete from signing_keys where id = ${stranger.current.id}`.execute(database);
  await sql`update signing_keys set id = 'moved' where id = 'k1'`.execute(database);
  await seen.refresh();
  expect(seen.find('moved')).toBeUndefined();
  await sql`delete from signing_keys`.execute(database);
});

test('a new key signs when every process knows it, and old tokens live out their time', async () => {
  const [one, other] = [await startProcess(), await startProcess()];
  const old = one.imageToken('prj_1');
  await rotateSigningKeyNow(service.resources, { revoke: false });
  await one.refresh();
  expect([one.keyId(), other.readImageToken(one.imageToken('prj_1'))]).toEqual(['k1', 'prj_1']);
  await other.refresh();
  await pass(1);
  await one.refresh();
  const young = one.imageToken('prj_1');
  expect(one.keyId()).not.toBe('k1');
  for (const process of [one, other]) {
    expect([process.readImageToken(old), process.readImageToken(young)]).toEqual(['prj_1', 'prj_1']);
  }
  await pass(1);
  await rotateSigningKey(service.resources);
  expect(await keyIds()).toHaveLength(2);
  await pass(1);
  await rotateSigningKey(service.resources);
  expect(await keyIds()).toEqual([one.keyId()]);
  await one.refresh();
  expect([one.readImageToken(old), one.readImageToken(young)]).toEqual([null, 'prj_1']);
});

test('a key signs for 90 days', async () => {
  const before = await keyIds();
  await pass(80);
  await rotateSigningKey(service.resources);
  expect(await keyIds()).toEqual(before);
  await pass(10);
  await rotateSigningKey(service.resources);
  await rotateSigningKey(service.resources);
  expect(await keyIds()).toHaveLength(2);
});

test('revoking ends what was signed, at once in a process that has heard of it', async () => {
  const process = await startProcess();
  const token = process.imageToken('prj_1');
  await rotateSigningKeyNow(service.resources, { revoke: true });
  await process.refresh();
  expect(process.readImageToken(token)).toBeNull();
  expect(process.readImageToken(process.imageToken('prj_1'))).toBe('prj_1');
  expect(await keyIds()).toEqual([process.keyId()]);
});

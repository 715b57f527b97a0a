import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/createTestDatabase.js';
import { type Database, openDatabase } from '../database.js';
import { migrate } from '../migrate.js';
import { claimCall } from './idempotency.js';

const migrations = new URL('../../../migrations/', import.meta.url);
const caller = 'prj_1 key:1';
const fingerprint = createHash('sha256').update('request').digest('hex');
const stem = '0'.repeat(26);

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = openDatabase({ connectionString: testDatabase.connectionString }));
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

test('calls from before their rows were short keep their answers, leases and ids', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
  try {
    for (const file of (await readdir(migrations)).filter((name) => name < '0047'))
      await copyFile(new URL(file, migrations), join(folder, file));
    await migrate(database, pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
  await sql`
    insert into idempotency_keys (caller, key, owner, leased_until, fingerprint, answer, id_stem, created_at) values
      (${caller}, 'answered', '', now(), ${sql.lit(fingerprint)}, 'packed'::bytea, null, now()),
      (${caller}, 'held', ${randomUUID()}, now() + interval '1 hour', null, null, ${stem}, now()),
      (${caller}, 'lost', ${randomUUID()}, now() - interval '1 hour', null, null, ${stem}, now()),
      (${caller}, 'old', '', now(), ${sql.lit(fingerprint)}, 'packed'::bytea, null, now() - interval '25 hours')`.execute(
    database,
  );
  expect(await migrate(database)).toContain('0047_short_calls');
  const claim = (key: string) =>
    claimCall(database, { caller, key }, { owner: randomUUID(), leaseSeconds: 10, keepHours: 24 });
  expect(await claim('answered')).toEqual({
    claimed: false,
    given: { fingerprint, answer: Buffer.from('packed'), idStem: null },
  });
  expect(await claim('held')).toEqual({ claimed: false, given: null });
  expect(await claim('lost')).toEqual({ claimed: true, idStem: stem, isRepeated: true });
  expect(await claim('old')).toMatchObject({ claimed: true, isRepeated: false });
  expect(await claim('unknown')).toMatchObject({ claimed: true, isRepeated: false });
});

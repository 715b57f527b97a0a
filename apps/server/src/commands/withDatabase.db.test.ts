import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMigratedDatabase } from '../../testing/createMigratedDatabase.js';
import { announceRunning } from '../running.js';
import { readConfig } from '../settings/readConfig.js';
import { OldSchema } from '../store/schemaErrors.js';
import { withDatabase } from './withDatabase.js';

test('a command that is newer than the service which runs says so, and starts no other database', async () => {
  const { database, connectionString, drop } = await createMigratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-running-'));
  try {
    await sql`
      delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(database);
    announceRunning(dataDir, { url: 'http://localhost:4300', connectionString });
    const used = withDatabase(
      readConfig({ SVC_DATA_DIR: dataDir, SVC_MIGRATE: 'never' }),
      async () => 'another database',
    );
    await expect(used).rejects.toThrow(OldSchema);
  } finally {
    await drop();
    await rm(dataDir, { recursive: true });
  }
});

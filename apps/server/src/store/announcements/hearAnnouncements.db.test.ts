import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { type Announcement, announce, channel, sendProof } from './announce.js';
import { hearAnnouncements } from './hearAnnouncements.js';

let migrated: MigratedDatabase;
beforeAll(async () => {
  migrated = await createMigratedDatabase();
});
afterAll(() => migrated?.drop());

/** A listener that is awaited; `states` are the turns of hearing and not. */
function listen(patience = { proof: 60_000, answer: 60_000, pause: 10 }) {
  const heard: Announcement[] = [];
  const states: string[] = [];
  const { connectionString, database } = migrated;
  const stop = hearAnnouncements(
    { connectionString, sendProof: () => sendProof(database) },
    {
      hear: (told) => heard.push(told),
      onDeaf: () => states.push('deaf'),
      onHearing: () => states.push('hearing'),
    },
    patience,
  );
  return { heard, states, stop };
}

const patient = { timeout: 60_000 };
const changed = (diffId: string) => ({ kind: 'diff', diffId }) as const;

test('what is announced is heard in every process, once it is committed', async () => {
  const { database } = migrated;
  const [one, other] = [listen(), listen()];
  await vi.waitFor(() => expect([one.states, other.states]).toEqual([['hearing'], ['hearing']]), patient);
  await database
    .transaction()
    .execute(async (transaction) => {
      await announce(transaction, changed('dif_undone'));
      throw new Error('undone');
    })
    .catch(() => {});
  await database.transaction().execute(async (transaction) => {
    await announce(transaction, changed('dif_1'));
    await announce(transaction, changed('dif_1'));
  });
  const moved = { kind: 'suite', suiteId: 7, branch: 'main' } as const;
  await announce(database, moved);
  const expected = [changed('dif_1'), moved];
  await vi.waitFor(() => expect([one.heard, other.heard]).toEqual([expected, expected]), patient);
  await Promise.all([one.stop(), other.stop()]);
  expect(one.states).toEqual(['hearing', 'deaf']);
});

test('a lost connection is said to be one, and replaced', async () => {
  const { database } = migrated;
  const { heard, states, stop } = listen();
  await vi.waitFor(() => expect(states).toEqual(['hearing']), patient);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = ${`listen ${channel}`}`.execute(database);
  await vi.waitFor(() => expect(states).toEqual(['hearing', 'deaf', 'hearing']), patient);
  await announce(database, changed('dif_2'));
  await vi.waitFor(() => expect(heard).toEqual([changed('dif_2')]), patient);
  await stop();
});

test('proofs that come back are not announcements', async () => {
  const { heard, states, stop } = listen({ proof: 5, answer: 60_000, pause: 10 });
  await vi.waitFor(() => expect(states).toEqual(['hearing']), patient);
  const proofs = async () => {
    const { rows } = await sql<{ count: number }>`
      select xact_commit as count from pg_stat_database where datname = current_database()`.execute(
      migrated.database,
    );
    return Number(rows[0]?.count);
  };
  const before = await proofs();
  await vi.waitFor(async () => expect(await proofs()).toBeGreaterThan(before + 3), patient);
  expect([heard, states]).toEqual([[], ['hearing']]);
  await stop();
});

test('without a database there is silence, not an end', async () => {
  const states: string[] = [];
  const stop = hearAnnouncements(
    { connectionString: 'postgresql://nobody@127.0.0.1:1/none', sendProof: async () => {} },
    { hear: () => {}, onDeaf: () => states.push('deaf'), onHearing: () => states.push('hearing') },
    { proof: 1_000, answer: 1_000, pause: 5 },
  );
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(2), patient);
  expect(new Set(states)).toEqual(new Set(['deaf']));
  await stop();
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { type Database, openDatabase, ping } from './database.js';

let testDatabase: TestDatabase;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await testDatabase.drop();
});

function open(config: pg.PoolConfig = {}) {
  const { database, pool } = openDatabase({ connectionString: testDatabase.connectionString, ...config });
  cleanUps.push(() => database.destroy());
  return { database, pool };
}

/** Ends every other session of the test's database. */
const terminateAll = (database: Database) =>
  sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`.execute(database);

const unavailable = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);

describe('a connection that is lost', () => {
  test('while nothing uses it is replaced', async () => {
    const { database, pool } = open();
    const other = open();
    await ping(database);
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    await terminateAll(other.database);
    await removed;
    await ping(database);
  });

  test('during a query', async () => {
    const { database } = open();
    const other = open();
    const query = unavailable(sql`select pg_sleep(60)`.execute(database));
    const countSleeping = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
        other.database,
      );
      return rows.length;
    };
    await expect.poll(countSleeping, { timeout: 20_000 }).toBe(1);
    await terminateAll(other.database);
    await query;
    await ping(database);
  });

  test('between two queries of a transaction, which knows from then on', async () => {
    const { database } = open();
    const other = open();
    await unavailable(
      database.transaction().execute(async (transaction) => {
        await ping(transaction);
        await terminateAll(other.database);
        await unavailable(ping(transaction));
        await unavailable(ping(transaction));
      }),
    );
    await ping(database);
  });

  test('while a transaction waits for something else', async () => {
    const { database, pool } = open();
    const other = open();
    const held: pg.PoolClient[] = [];
    pool.on('acquire', (client) => held.push(client));
    await unavailable(
      database.transaction().execute(async () => {
        const [client] = held as [pg.PoolClient];
        const ended = new Promise((resolve) => client.once('end', resolve));
        await terminateAll(other.database);
        await ended;
      }),
    );
    expect(pool.totalCount).toBe(0);
    await ping(database);
  });

  test('at once, through a proxy that resets it', async () => {
    const { database, pool } = open();
    const proxied = await resettable(pool.options as pg.PoolConfig);
    const through = open({ connectionString: proxied.connectionString });
    await ping(through.database);
    await unavailable(
      through.database.transaction().execute(async (transaction) => {
        await ping(transaction);
        proxied.reset();
        await ping(transaction);
      }),
    );
    await ping(through.database);
    await ping(database);
  });
});

describe('no connection', () => {
  test.each([
    ['nobody listens on the port', { connectionString: 'postgresql://svc@127.0.0.1:1/svc' }],
    ['there is no socket', { connectionString: 'postgresql://svc@localhost/svc?host=/nowhere' }],
    ['the host has no address', { connectionString: 'postgresql://svc@nowhere.invalid/svc' }],
  ])('%s', async (_title, config) => {
    await unavailable(ping(open(config).database));
  });

  test('the server has none left', async () => {
    const { database } = open();
    const role = `test_${randomBytes(8).toString('hex')}`;
    await sql`create role ${sql.id(role)} login connection limit 0`.execute(database);
    cleanUps.push(() => sql`drop role ${sql.id(role)}`.execute(database));
    const limited = new URL(testDatabase.connectionString);
    limited.username = role;
    await unavailable(ping(open({ connectionString: limited.href }).database));
  });

  test('the server does not know the database', async () => {
    const gone = new URL(testDatabase.connectionString);
    gone.pathname = '/gone';
    await unavailable(ping(open({ connectionString: gone.href }).database));
  });

  test('all are in use for too long', async () => {
    const { database } = open({ max: 1, connectionTimeoutMillis: 50 });
    await database.transaction().execute(async () => unavailable(ping(database)));
    await ping(database);
  });
});

test('what a query does wrong stays what it is, and so does the use of a pool that was closed', async () => {
  const { database } = open();
  await expect(sql`select 1 / 0`.execute(database)).rejects.toMatchObject({ code: '22012' });
  await expect(sql`select from nothing`.execute(database)).rejects.toMatchObject({ code: '42P01' });
  const { database: closed } = openDatabase({ connectionString: testDatabase.connectionString });
  await ping(closed);
  await closed.destroy();
  const asked = ping(closed);
  await expect(asked).rejects.toThrow();
  await expect(asked).rejects.not.toBeInstanceOf(DatabaseUnavailable);
});

/** A TCP port before a server's Unix socket, whose connections can be reset. */
async function resettable({ connectionString }: pg.PoolConfig) {
  const url = new URL(connectionString ?? '');
  const path = `${url.searchParams.get('host')}/.s.PGSQL.${url.port}`;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const upstream = connect(path);
    socket.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  url.searchParams.delete('host');
  return {
    connectionString: url.href,
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
    },
  };
}

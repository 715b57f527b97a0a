// biome-ignore-all lint/style/useNamingConvention: PostgreSQL settings.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { canReach } from './account.js';
import { DataDirInUse, PostgresError } from './PostgresError.js';
import { findProcess } from './processes.js';
import { sharedBuffers } from './sharedBuffers.js';
import { type Postgres, type PostgresOptions, startPostgres } from './startPostgres.js';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const writer = fileURLToPath(new URL('../../../testing/programs/writeUntilKilled.mjs', import.meta.url));
const patience = { timeout: 25_000 };
const cleanUps: (() => unknown)[] = [];

/** A data folder with a cluster, for tests that need no new one: to make one takes seconds. */
let used: string;

beforeAll(async () => {
  const built = new URL('../../../dist/store/postgres/startPostgres.js', import.meta.url);
  if (!existsSync(built)) throw new Error('These tests start built code: run `npx tsc -b` first.');
  used = mkdtempSync(path.join(os.tmpdir(), 'svc-supervisor-'));
  await (await startPostgres({ dataDir: used })).stop();
});

afterAll(() => rmSync(used, { recursive: true, force: true }));

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-supervisor-'));
  chmodSync(folder, 0o711);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string, options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, ...options });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function query(postgres: Postgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

interface Child {
  process: ChildProcess;
  lines: string[];
  /** Pid of its database server. */
  ready: Promise<number>;
  ended: Promise<unknown>;
}

function startChild(dataDir: string, mode: string, account = {}): Child {
  const child = spawn(process.execPath, [writer, dataDir, mode], {
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  });
  const lines: string[] = [];
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const ended = once(child, 'close');
  const ready = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(Number(line.slice(6)));
      else lines.push(line);
    });
    ended.then(() => reject(new Error(complaints)));
  });
  ready.catch(() => undefined);
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, lines, ready, ended };
}

async function untilGone(pid: number): Promise<void> {
  while (findProcess(pid)) await sleep(20);
}

describe('a data folder', () => {
  test('keeps its data from one start to the next', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const first = await start(dataDir);
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second, 'select answer from kept')).toEqual([[42]]);
  });

  test('is durable and closed to the network', async () => {
    const postgres = await start(used);
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'listen_addresses',
      'server_encoding',
    ];
    const values = await Promise.all(settings.map((name) => query(postgres, `show ${name}`)));
    expect(values.flat(2)).toEqual(['on', 'on', 'on', '', 'UTF8']);
    const [[socketFolder]] = (await query(postgres, 'show unix_socket_directories')) as [[string]];
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  });

  test('serves one process at a time, and is free again when that has stopped', async () => {
    const dataDir = used;
    const postgres = await start(dataDir);
    await expect(startPostgres({ dataDir })).rejects.toBeInstanceOf(DataDirInUse);
    const other = startChild(dataDir, '--wait');
    await expect(other.ready).rejects.toThrow(`in use by another svc (process ${process.pid})`);
    expect(await query(postgres, 'select 1')).toEqual([[1]]);
    await postgres.stop();
    const again = await start(dataDir);
    expect(await query(again, 'select 1')).toEqual([[1]]);
  });

  test('may have a path that is too long for a socket', async () => {
    const dataDir = path.join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60));
    const postgres = await start(dataDir);
    const [[socketFolder]] = (await query(postgres, 'show unix_socket_directories')) as [[string]];
    expect(socketFolder.startsWith(dataDir)).toBe(false);
    await postgres.stop();
    expect(existsSync(socketFolder)).toBe(false);
  });

  test('that a crash left with half a cluster gets a whole one', async () => {
    const dataDir = temporaryFolder();
    const half = path.join(dataDir, 'postgres', 'cluster.new');
    mkdirSync(half, { recursive: true });
    writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
    expect(await query(await start(dataDir), 'select 1')).toEqual([[1]]);
    expect(existsSync(half)).toBe(false);
  });

  test('of another major version is refused, and says what to do', async () => {
    const dataDir = used;
    const version = path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
    const right = readFileSync(version, 'utf8');
    cleanUps.push(() => writeFileSync(version, right));
    writeFileSync(version, '16\n');
    await expect(startPostgres({ dataDir })).rejects.toThrow(/by PostgreSQL 16.*SVC_PG_BIN/);
  });

  test('takes over a lock whose process is gone or is another one', async () => {
    const dataDir = used;
    for (const holder of [
      { pid: 999_999_999, started: 'x' },
      { pid: process.pid, started: 'another' },
      'nonsense',
    ]) {
      writeFileSync(path.join(dataDir, 'svc.lock'), JSON.stringify(holder));
      const postgres = await start(dataDir);
      expect(await query(postgres, 'select 1')).toEqual([[1]]);
      await postgres.stop();
    }
    expect(readdirSync(dataDir).filter((name) => name.startsWith('svc.lock'))).toEqual([]);
  });
});

describe('the server', () => {
  test('that cannot start says why', async () => {
    const dataDir = used;
    const failing = startPostgres({ dataDir, settings: { shared_buffers: 'nonsense' } });
    await expect(failing).rejects.toBeInstanceOf(PostgresError);
    await expect(failing).rejects.toThrow(/ended \(exit code 1\)[\s\S]*shared_buffers/);
    expect(await query(await start(dataDir), 'select 1')).toEqual([[1]]);
  });

  test('keeps as many pages in memory as the machine allows, or as it is told to', async () => {
    const size = async (options: Partial<PostgresOptions>) => {
      const postgres = await start(used, options);
      const [[bytes]] = (await query(
        postgres,
        "select setting::int * 8192 from pg_settings where name = 'shared_buffers'",
      )) as [[number]];
      await postgres.stop();
      return `${bytes / 2 ** 20}MB`;
    };
    expect(await size({})).toBe(sharedBuffers());
    expect(await size({ settings: { shared_buffers: '16MB' } })).toBe('16MB');
  });

  test('without programs says what to set', async () => {
    const starting = startPostgres({ dataDir: temporaryFolder(), binDir: '/nowhere' });
    await expect(starting).rejects.toThrow(/SVC_PG_BIN.*DATABASE_URL/);
  });

  test.each(['SIGKILL', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const)(
    'is started again when it ends (%s), and says why',
    async (signal) => {
      const lost: PostgresError[] = [];
      const postgres = await start(used, { onLost: (error) => lost.push(error) });
      const before = postgres.pid();
      process.kill(before as number, signal);
      await expect.poll(() => [null, before].includes(postgres.pid()), patience).toBe(false);
      expect(lost[0]?.message).toMatch(/^The database server ended/);
      expect(await query(postgres, 'select 1')).toEqual([[1]]);
    },
  );

  test('is tried again until it starts', async () => {
    const lost: PostgresError[] = [];
    const postgres = await start(used, { onLost: (error) => lost.push(error) });
    const version = path.join(used, 'postgres', 'cluster', 'PG_VERSION');
    const right = readFileSync(version, 'utf8');
    cleanUps.push(() => writeFileSync(version, right));
    writeFileSync(version, '16\n');
    process.kill(postgres.pid() as number, 'SIGINT');
    await expect.poll(() => lost.length, patience).toBeGreaterThan(2);
    expect(postgres.pid()).toBeNull();
    expect(lost.at(-1)?.message).toMatch(/incompatible/);
    writeFileSync(version, right);
    await expect.poll(() => postgres.pid(), patience).not.toBeNull();
    expect(await query(postgres, 'select 1')).toEqual([[1]]);
  });

  test('is not started again once it is stopped, whenever that is', async () => {
    for (const pause of [0, 500, 2_100, 2_300, 2_500, 2_700]) {
      const postgres = await start(used);
      process.kill(postgres.pid() as number, 'SIGKILL');
      await sleep(pause);
      await postgres.stop();
      expect(postgres.pid()).toBeNull();
      expect(existsSync(path.join(used, 'svc.lock'))).toBe(false);
      await expect(query(postgres, 'select 1')).rejects.toThrow();
    }
  });

  test.each(['fast', 'immediate'])('may be restarted with pg_ctl (%s)', async (mode) => {
    const postgres = await start(used);
    const before = postgres.pid();
    const home = path.join(used, 'postgres');
    const runtime = readdirSync(home).find((name) => name.startsWith('runtime-')) as string;
    // On a slow machine ours can come first, and then pg_ctl says that its own did not start.
    await promisify(execFile)(
      path.join(home, runtime, 'bin', 'pg_ctl'),
      ['-D', path.join(home, 'cluster'), '-m', mode, '-w', '-l', '/dev/null', 'restart'],
      { ...(isRoot ? nobody : {}), cwd: home, env: { ...process.env, LC_ALL: 'C' } },
    ).catch(() => undefined);
    await expect.poll(() => [null, before].includes(postgres.pid()), patience).toBe(false);
    expect(await query(postgres, 'select 1')).toEqual([[1]]);
    const successor = postgres.pid() as number;
    await postgres.stop();
    expect(findProcess(successor)).toBeNull();
  });

  test('ends with a process that exits', async () => {
    const child = startChild(used, '--exit');
    const pid = await child.ready;
    await child.ended;
    await untilGone(pid);
    expect(findProcess(pid)).toBeNull();
  });

  test('of another program is left alone, whatever the pid file says', async () => {
    const dataDir = used;
    const bystander = spawn(process.execPath, [
      '-e',
      'setInterval(() => {}, 1000)',
      'postgres',
      '-D',
      '/elsewhere',
    ]);
    cleanUps.push(() => bystander.kill('SIGKILL'));
    await once(bystander, 'spawn');
    const cluster = path.join(dataDir, 'postgres', 'cluster');
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${bystander.pid}\n${cluster}\n`);
    if (isRoot) chownSync(path.join(cluster, 'postmaster.pid'), nobody.uid, nobody.gid);
    expect(await query(await start(dataDir), 'select 1')).toEqual([[1]]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });

  test('can be one that is installed', async ({ skip }) => {
    const root = '/usr/lib/postgresql';
    const [version] = existsSync(root) ? readdirSync(root).filter((name) => Number(name) >= 15) : [];
    if (version === undefined) return skip('there is none');
    const postgres = await start(temporaryFolder(), { binDir: path.join(root, version, 'bin') });
    const [[running]] = (await query(postgres, 'show server_version')) as [[string]];
    expect(running.split('.')[0]).toBe(version);
  });
});

test('kill -9 while writing: the next start finds the orphan and every acknowledged row', async () => {
  const dataDir = temporaryFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round++) {
    const child = startChild(dataDir, '--write');
    const server = await child.ready;
    while (child.lines.length < 20 + round * 30) await sleep(5);
    child.process.kill('SIGKILL');
    await child.ended;
    acknowledged.push(...child.lines);
    expect(findProcess(server), 'the server outlives a killed process').not.toBeNull();

    const postgres = await start(dataDir);
    expect(findProcess(server), 'the orphan is stopped').toBeNull();
    const rows = await query(postgres, 'select id::text from row');
    const stored = new Set(rows.flat());
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    await postgres.stop();
  }
  expect(acknowledged.length).toBeGreaterThan(400);
});

describe.runIf(isRoot)('as root', () => {
  test('PostgreSQL is an unprivileged user', async () => {
    const postgres = await start(used);
    expect(statSync(`/proc/${postgres.pid()}`).uid).toBe(nobody.uid);
  });

  test('a closed parent folder sends the cluster elsewhere, for good, and nothing of the parent is changed', async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    const dataDir = path.join(closed, 'home', 'data');
    const first = await start(dataDir);
    const home = readFileSync(path.join(dataDir, 'postgres-home'), 'utf8').trim();
    cleanUps.unshift(() => rmSync(home, { recursive: true, force: true }));
    expect(home).toMatch(/^\/var\/lib\/svc-[0-9a-f]{16}$/);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    await query(first, 'create table kept as select 7 as answer');
    await first.stop();
    expect(await query(await start(dataDir), 'select answer from kept')).toEqual([[7]]);
  });

  test('a data folder that exists and is closed is opened only for passing through', async () => {
    const dataDir = temporaryFolder();
    chmodSync(dataDir, 0o700);
    await start(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
    expect(existsSync(path.join(dataDir, 'postgres', 'cluster'))).toBe(true);
  });

  test('an ordinary user’s folder works for that user, and then for root', async ({ skip }) => {
    if (!canReach(nobody, path.dirname(writer)) || !canReach(nobody, process.execPath)) {
      return skip('that user can reach neither node nor this repository');
    }
    const dataDir = temporaryFolder();
    chownSync(dataDir, nobody.uid, nobody.gid);
    const child = startChild(dataDir, '--write', nobody);
    await child.ready;
    while (child.lines.length < 10) await sleep(5);
    child.process.kill('SIGKILL');
    await child.ended;
    const postgres = await start(dataDir);
    const [[count]] = (await query(postgres, 'select count(*)::int from row')) as [[number]];
    expect(count).toBeGreaterThanOrEqual(child.lines.length);
  });
});

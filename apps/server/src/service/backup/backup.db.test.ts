import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Capture } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/createTestDatabase.js';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { tarOf } from '../../../testing/tarOf.js';
import type { BackupStore } from '../../store/backup/BackupStore.js';
import { hasTables } from '../../store/backup/describeTables.js';
import { openBackupFolder } from '../../store/backup/openBackupFolder.js';
import { withRemovalsHeld } from '../../store/backup/withRemovalsHeld.js';
import type { BlobStore } from '../../store/blobs/BlobStore.js';
import { createDiskBlobs } from '../../store/blobs/disk.js';
import { type Database, openDatabase } from '../../store/database.js';
import { startOfStems } from '../../store/newId.js';
import { partitionedTables, startPartitions } from '../../store/partitions/partitions.js';
import { blobReferences } from '../../store/retention/blobReferences.js';
import { joinDeployment } from '../processes/joinDeployment.js';
import { removeMarked } from '../retention/removeMarked.js';
import { backUp, type MadeBackup } from './backUp.js';
import { fingerprintOf } from './fingerprintOf.js';
import { removeOldBackups } from './removeOldBackups.js';
import { type EmptyDeployment, restoreBackup } from './restoreBackup.js';
import { verifyBackup } from './verifyBackup.js';
import { verifyDeployment } from './verifyDeployment.js';

const secretFingerprint = fingerprintOf('secret of the tests');
const silent = () => undefined;

let service: TestService;
let pool: pg.Pool;
let folder: string;
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-backups-'));
  service = await startTestService();
  const opened = openDatabase({ connectionString: service.connectionString });
  pool = opened.pool;
  endings.push(
    () => rm(folder, { recursive: true, force: true }),
    () => service.stop(),
    () => opened.database.destroy(),
  );
  await joinDeployment(service.resources, { roles: ['api'], host: 'test', version: '0.0.0' });
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

let looks = 0;
/** Other pixels for every number, far enough apart to be seen. */
const newImage = () => {
  const look = ++looks;
  return image((x) => ((look >> x) & 1 ? 0 : 200), { width: 24 });
};

const backUpTo = (store: BackupStore): Promise<MadeBackup> =>
  backUp({ pool, blobs: service.resources.blobs, secretFingerprint }, store, silent);

interface Target extends EmptyDeployment {
  blobFolder: string;
  blobs: BlobStore;
}

async function openEmpty(): Promise<Target> {
  const { connectionString, drop } = await createTestDatabase();
  const opened = openDatabase({ connectionString });
  const blobFolder = await mkdtemp(join(tmpdir(), 'svc-restored-'));
  endings.push(
    () => rm(blobFolder, { recursive: true, force: true }),
    drop,
    () => opened.database.destroy(),
  );
  return { ...opened, blobFolder, blobs: await createDiskBlobs(blobFolder), secretFingerprint };
}

const newStore = async () => openBackupFolder(await mkdtemp(join(folder, 'store-')));
const all = { isPartial: false };

async function upload(name: string, commit: string): Promise<string> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'forms',
    branch: 'main',
    commit,
    snapshots: [{ name }],
  });
  const path = `/api/v1/snapshots?captureId=${body.id}&name=${encodeURIComponent(name)}`;
  expect((await service.upload(path, newImage(), 'image/png')).status).toBe(200);
  return body.id;
}

async function decide(headCaptureId: string): Promise<void> {
  const { body } = await service.ask<{ id: string }>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId,
  });
  await settled(service, 'diffs', body.id);
  await service.ask('POST', `/api/v1/diffs/${body.id}/approve`, { all: true });
}

async function uploadSite(text: string): Promise<void> {
  const archive = await tarOf({ 'index.html': text, 'page.js': `document.title = '${text}'` });
  const { body } = await service.upload('/api/v1/sites', archive, 'application/x-tar');
  await settled(service, 'sites', (body as { id: string }).id);
}

/** Uploads, decides and sends builds until it is told to stop. */
function goOn(): { acknowledged: readonly string[]; stop(): Promise<void> } {
  let isOver = false;
  const acknowledged: string[] = [];
  const uploading = (async () => {
    for (let round = 0; !isOver; round++) {
      const id = await upload('one', `c0ffee${round}`);
      acknowledged.push(id);
      if (round % 2 === 0) await decide(id);
    }
  })();
  const sending = (async () => {
    for (let round = 0; !isOver; round++) await uploadSite(`load ${round}`);
  })();
  const stop = async () => {
    isOver = true;
    await Promise.all([uploading, sending]);
  };
  return { acknowledged, stop };
}

/** All rows, by table, and what is around them. */
async function describeDatabase(database: Database): Promise<Record<string, unknown>> {
  const ask = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(database)).rows;
  const tables = await ask(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname not in ('processes', 'kysely_migration_lock') order by 1`);
  const contents: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await ask(`
      select count(*)::int count, md5(string_agg(row::text, '|' order by row::text)) sum from "${name}" row`);
    contents[String(name)] = name === 'kysely_migration' ? row?.count : row;
  }
  return {
    ...contents,
    partitions: await ask(`select relname::text as name, pg_get_expr(relpartbound, oid) bounds from pg_class
      where relispartition and relkind = 'r' order by 1`),
    constraints:
      await ask(`select conrelid::regclass::text as place, pg_get_constraintdef(oid) as text, convalidated
      from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`),
    indexes:
      await ask(`select tablename, regexp_replace(indexdef, ' INDEX \\S+ ', ' ') as text from pg_indexes
      where schemaname = 'public' order by 1, 2`),
    triggers:
      await ask(`select tgrelid::regclass::text as place, tgname::text as name, tgenabled::text as enabled
      from pg_trigger where not tgisinternal order by 1, 2`),
    sequences: await ask(
      `select sequencename::text as name, last_value from pg_sequences where schemaname = 'public' order by 1`,
    ),
  };
}

test('every column of a hash is one that keeps a blob, or is known to name none of its own', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname || '.' || attname name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
      and (atttypid = 'hash256'::regtype or atttypid = 'bytea'::regtype and attname like '%hash%')`.execute(
    service.resources.database,
  );
  const keeping = new Set(blobReferences.map(({ table, column }) => `${table}.${column}`));
  const others = [
    // Of images, which keep their blobs.
    /^(baseline_entries|snapshots|snapshot_attempts|doubts|flakes|image_sources)\.(other_)?hash$/,
    /^results\.(head|base|mask)_hash$/,
    /^comparisons\.(mask|aligned_mask|thumbnail)_hash$/,
    /^(layout_records|accessibility_records|comment_threads)\.image_hash$/,
    // Of pixels, of files that were sent, of records that are kept in their own table.
    /\.(base_|head_|target_)?pixels$/,
    /^(images\.pixel_hash|image_sources\.source_hash)$/,
    /^comparison_causes\.(base|head)_layout$/,
    /^accessibility_(records\.root|changes\.(base|head))_hash$/,
    // Keys of rows, and hashes of secrets.
    /^(accepted_sets\.hash|diffs\.accepted_set|blob_removals\.hash)$/,
    /^(invitations|sign_in_tokens|web_sessions|login_tokens|cli_logins|api_keys|password_resets)\.(code_)?hash$/,
  ];
  const unexplained = rows
    .map(({ name }) => name)
    .filter((name) => !keeping.has(name) && !others.some((pattern) => pattern.test(name)));
  expect(unexplained).toEqual([]);
  for (const name of keeping) expect(rows.map((row) => row.name)).toContain(name);
});

test('a backup under load restores to a deployment in which nothing is missing', {
  timeout: 120_000,
}, async () => {
  const store = await newStore();
  const before = [await upload('one', 'before'), await upload('two', 'before')];
  const { acknowledged, stop } = goOn();
  const backups = [await backUpTo(store)];
  while (acknowledged.length < 3) backups.push(await backUpTo(store));
  await stop();
  for (const { manifest, outcome } of backups) {
    expect(outcome.damaged).toEqual([]);
    expect(outcome.blobs).toBe(manifest.blobs.count);
  }
  const target = await openEmpty();
  const { name } = await restoreBackup(target, store, all, silent);
  expect(name).toBe(backups.at(-1)?.name);
  const { damaged, blobs } = await verifyDeployment(target, silent);
  expect({ damaged, blobs }).toEqual({ damaged: [], blobs: backups.at(-1)?.manifest.blobs.count });
  const { rows } = await sql<{ id: string }>`select id from captures`.execute(target.database);
  const restored = new Set(rows.map(({ id }) => id));
  expect(before.filter((id) => !restored.has(id))).toEqual([]);
  // What was acknowledged in order is there up to some moment, and nothing after it.
  const kept = acknowledged.map((id) => restored.has(id));
  expect(kept.lastIndexOf(true)).toBe(kept.filter(Boolean).length - 1);
  expect(acknowledged.length).toBeGreaterThan(2);
});

test('what is restored is what was there: rows of any text, partitions, sequences, constraints, work to be done', async () => {
  const { database } = service.resources;
  await decide(await upload('three', 'exact'));
  await startPartitions(database, startOfStems(new Date(Date.UTC(2098))));
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 200, seed: 7 });
  const odd = ['\\N', '\\.', '\\', 'a\tb\nc\rd', '"', "'", '\u2028', ...texts].map((text) =>
    text.replaceAll('\0', '0'),
  );
  await sql`insert into audit_log (org, actor, actor_id, action, target, details)
    select 'acme', 'test', 'test', 'odd', text, jsonb_build_object('text', text) from unnest(${odd}::text[]) text`.execute(
    database,
  );
  await database.transaction().execute(async (transaction) => {
    await service.resources.queue.enqueue(transaction, 'computeDiff', { diffId: 'dif_unknown' });
  });
  const store = await newStore();
  // A job that nobody has taken when the snapshot is made.
  const { manifest } = await backUpTo(store);
  const target = await openEmpty();
  await restoreBackup(target, store, all, silent);
  expect(await describeDatabase(target.database)).toEqual(await describeDatabase(database));
  const jobs = await sql<{ count: number }>`
    select count(*)::int count from pgboss.job where state = 'created' and name !~ '^__pgboss'`.execute(
    target.database,
  );
  expect(jobs.rows[0]?.count).toBe(manifest.jobs.count);
  // New rows get numbers of their own.
  await sql`insert into audit_log (org, actor, actor_id, action) values ('acme', 'test', 'test', 'new')`.execute(
    target.database,
  );
  expect(partitionedTables.length * 2).toBeLessThanOrEqual(manifest.partitions.length);
});

test('blobs that are in the folder are not copied again', async () => {
  const store = await newStore();
  const first = await backUpTo(store);
  expect(first.outcome.skipped).toBe(0);
  await upload('four', 'next');
  const second = await backUpTo(store);
  expect(second.outcome.skipped).toBe(first.outcome.blobs);
  expect(second.outcome.blobs).toBeGreaterThan(first.outcome.blobs);
});

test('--keep leaves the newest backups and what they need', async () => {
  const store = await newStore();
  const hash = (await service.resources.blobs.put(Buffer.from('of no backup any more'))).hash;
  await store.blobs.put(Buffer.from('of no backup any more'));
  const names = [(await backUpTo(store)).name, (await backUpTo(store)).name, (await backUpTo(store)).name];
  expect(await removeOldBackups(pool, store, 2)).toEqual({ backups: 1, blobs: 1 });
  expect(await store.blobs.has(hash)).toBe(false);
  expect(new Set((await store.list()).map((file) => file.split('/')[0]))).toEqual(new Set(names.slice(1)));
  for (const name of names.slice(1)) {
    const { files, blobs } = await verifyBackup(store, name, silent);
    expect([files, blobs?.damaged]).toEqual([[], []]);
  }
  await expect(verifyBackup(store, names[0], silent)).rejects.toThrow(/has no finished backup/);
});

test('a backup comes after those that are there, even if the clock was ahead when they were made', async () => {
  const place = await mkdtemp(join(folder, 'ahead-'));
  const store = await openBackupFolder(place);
  const { name: ahead } = await backUpTo(store);
  await rename(join(place, ahead), join(place, '20991231T235959.999Z'));
  const { name, manifest } = await backUpTo(store);
  expect(name).toBe('21000101T000000.000Z');
  expect(Date.parse(manifest.createdAt)).toBeLessThanOrEqual(Date.now());
  await removeOldBackups(pool, store, 1);
  expect((await verifyBackup(store, undefined, silent)).name).toBe(name);
});

test('--keep waits for a backup that is being made, and leaves what that one has copied', async () => {
  const store = await newStore();
  for (let time = 0; time < 2; time++) await backUpTo(store);
  await upload('one', 'overlap');
  const removals: ReturnType<typeof removeOldBackups>[] = [];
  const { name } = await backUpTo({
    ...store,
    async write(file, content) {
      if (file.endsWith('/manifest.json')) {
        const removal = removeOldBackups(pool, store, 1);
        removals.push(removal);
        await Promise.race([removal, sleep(300)]);
      }
      return store.write(file, content);
    },
  });
  expect(await removals[0]).toMatchObject({ backups: 2 });
  const { files, blobs } = await verifyBackup(store, name, silent);
  expect([files, blobs?.damaged]).toEqual([[], []]);
});

test('blobs are not removed while they are copied', async () => {
  const { blobs, database } = service.resources;
  const { hash } = await blobs.put(Buffer.from('named by nothing'));
  const mark = sql`insert into blob_removals (hash, since) values (${`\\x${hash}`}, now() - interval '1 day')`;
  await withRemovalsHeld(pool, async () => {
    await mark.execute(database);
    expect(await removeMarked(service.resources)).toBe(0);
    expect(await blobs.has(hash)).toBe(true);
  });
  expect(await removeMarked(service.resources)).toBe(1);
  expect(await blobs.has(hash)).toBe(false);
});

describe('a backup that is not what it was', () => {
  let place: string;
  let made: MadeBackup;
  beforeAll(async () => {
    place = await mkdtemp(join(folder, 'whole-'));
    made = await backUpTo(await openBackupFolder(place));
  });

  /** Damages a copy of the backup. */
  async function damaged(change: (place: string) => Promise<void>): Promise<BackupStore> {
    const copy = await mkdtemp(join(folder, 'damaged-'));
    await cp(place, copy, { recursive: true });
    await change(copy);
    return openBackupFolder(copy);
  }

  async function expectRefused(store: BackupStore, reason: RegExp): Promise<void> {
    const target = await openEmpty();
    await expect(restoreBackup(target, store, all, silent)).rejects.toThrow(reason);
    expect(await hasTables(target.database)).toBe(false);
  }

  const flip = async (file: string) => {
    const bytes = await readFile(file);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await writeFile(file, bytes);
  };
  const firstBlob = async () => {
    const list = await readFile(join(place, made.name, made.manifest.blobs.file));
    return gunzipSync(list).toString().split('\n')[0] ?? '';
  };
  const locate = (hash: string) => join('blobs', hash.slice(0, 2), hash.slice(2, 4), hash);

  test('because of a flipped byte of a blob', async () => {
    const hash = await firstBlob();
    const store = await damaged((copy) => flip(join(copy, locate(hash))));
    await expectRefused(store, new RegExp(`damaged: ${hash}`));
    // It was set aside; the next backup puts it right.
    expect((await verifyBackup(store, undefined, silent)).blobs?.damaged).toEqual([
      { hash, problem: 'missing' },
    ]);
    expect((await backUpTo(store)).outcome.skipped).toBeGreaterThan(0);
    expect((await verifyBackup(store, made.name, silent)).blobs?.damaged).toEqual([]);
  });

  test('because of a missing blob, and what is left of it is restored when asked for', async () => {
    const hash = await firstBlob();
    const store = await damaged((copy) => rm(join(copy, locate(hash))));
    await expectRefused(store, new RegExp(`missing: ${hash}`));
    const target = await openEmpty();
    await restoreBackup(target, store, { isPartial: true }, silent);
    const { damaged: found } = await verifyDeployment(target, silent);
    expect(found).toMatchObject([{ hash, problem: 'missing' }]);
    expect(found[0]?.uses).not.toEqual([]);
  });

  test.each(['cut off', 'flipped', 'missing'])('because of a %s file of any kind', async (kind) => {
    const files = await readdir(join(place, made.name));
    expect(files.length).toBe(made.manifest.tables.length + 3);
    for (const file of ['images.copy.gz', 'blobs.txt.gz', 'jobs.jsonl.gz', 'manifest.json']) {
      const store = await damaged(async (copy) => {
        const damagedFile = join(copy, made.name, file);
        if (kind === 'missing') return rm(damagedFile);
        if (kind === 'flipped') return flip(damagedFile);
        return truncate(
          damagedFile,
          (await readFile(damagedFile)).length - 1 - (file === 'manifest.json' ? 1 : 0),
        );
      });
      await expectRefused(store, /damaged|missing|altered|not the manifest|no finished backup/);
    }
  });

  test('because its manifest says something else', async () => {
    const store = await damaged(async (copy) => {
      const file = join(copy, made.name, 'manifest.json');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(/"rows": [1-9]\d*/, '"rows": 0'));
    });
    await expectRefused(store, /was altered/);
  });

  test('does not keep another one from being made, unless nothing tells whose it is', async () => {
    const store = await damaged((copy) => truncate(join(copy, made.name, 'manifest.json'), 100));
    await expect(backUpTo(store)).rejects.toThrow(/Move these backups away, or choose another place/);
    const copy = await mkdtemp(join(folder, 'damaged-'));
    const own = await openBackupFolder(copy);
    await backUpTo(own);
    const newest = await backUpTo(own);
    await truncate(join(copy, newest.name, 'manifest.json'), 100);
    const next = await backUpTo(own);
    const { files, blobs } = await verifyBackup(own, next.name, silent);
    expect([files, blobs?.damaged]).toEqual([[], []]);
  });

  test('is interrupted, and goes with the next one', async () => {
    const store = await damaged((copy) => rm(join(copy, made.name, 'manifest.json')));
    await expect(verifyBackup(store, undefined, silent)).rejects.toThrow(/no finished backup/);
    const { name } = await backUpTo(store);
    expect(new Set((await store.list()).map((file) => file.split('/')[0]))).toEqual(new Set([name]));
  });
});

describe('a restore', () => {
  let store: BackupStore;
  beforeAll(async () => {
    store = await newStore();
    await backUpTo(store);
  });

  test('into a deployment that has something is refused, and changes nothing', async () => {
    const target = await openEmpty();
    await restoreBackup(target, store, all, silent);
    const before = await describeDatabase(target.database);
    await expect(restoreBackup(target, store, all, silent)).rejects.toThrow(
      /not empty.*Nothing was restored/,
    );
    expect(await describeDatabase(target.database)).toEqual(before);
  });

  test('with another secret is refused', async () => {
    const target = await openEmpty();
    for (const other of [null, fingerprintOf('another secret')]) {
      const restoring = restoreBackup({ ...target, secretFingerprint: other }, store, all, silent);
      await expect(restoring).rejects.toThrow(/Set SVC_SECRET/);
    }
    expect(await hasTables(target.database)).toBe(false);
  });

  test('that was interrupted can be repeated', async () => {
    const target = await openEmpty();
    const failing: BackupStore = {
      ...store,
      read: async (name) => {
        if (name.endsWith('snapshots.copy.gz') && (await hasTables(target.database))) throw new Error('gone');
        return store.read(name);
      },
    };
    await expect(restoreBackup(target, failing, all, silent)).rejects.toThrow('gone');
    await restoreBackup(target, store, all, silent);
    expect((await verifyDeployment(target, silent)).damaged).toEqual([]);
  });

  test('by a newer version brings the schema up to date', async () => {
    const migrations = await mkdtemp(join(folder, 'migrations-'));
    await cp(new URL('../../../migrations/', import.meta.url), migrations, { recursive: true });
    await writeFile(
      join(migrations, '9999_newer.sql'),
      "alter table projects add column newer text; update projects set newer = name || ' is newer';",
    );
    const target = { ...(await openEmpty()), migrations: pathToFileURL(`${migrations}/`) };
    await restoreBackup(target, store, all, silent);
    const { rows } = await sql`select newer from projects where name = 'web'`.execute(target.database);
    expect(rows).toEqual([{ newer: 'web is newer' }]);
  });

  test('by an older version is refused', async () => {
    const migrations = await mkdtemp(join(folder, 'migrations-'));
    await cp(new URL('../../../migrations/', import.meta.url), migrations, { recursive: true });
    const last = (await readdir(migrations)).sort().at(-1) ?? '';
    await rm(join(migrations, last));
    const target = { ...(await openEmpty()), migrations: pathToFileURL(`${migrations}/`) };
    await expect(restoreBackup(target, store, all, silent)).rejects.toThrow(/newer version/);
  });
});

test('a folder with backups of another deployment is refused', async () => {
  const store = await newStore();
  await backUpTo(store);
  const other = await openEmpty();
  await restoreBackup(other, store, all, silent);
  await sql`delete from processes`.execute(other.database);
  await rm(other.blobFolder, { recursive: true });
  const blobs = await createDiskBlobs(other.blobFolder);
  await joinDeployment(
    { database: other.database, blobs },
    { roles: ['api'], host: 'other', version: '0.0.0' },
  );
  const running = '20260131T235959.123Z/rows.copy.gz';
  await store.write(running, Readable.from(['of a backup that the first one makes']));
  await expect(backUp({ ...other, blobs, secretFingerprint }, store, silent)).rejects.toThrow(
    /another deployment/,
  );
  expect(await store.list()).toContain(running);
});

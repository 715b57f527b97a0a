import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchOldPostgres } from '../../../../../scripts/setup/oldPostgres.mjs';
import { openQueue } from '../../queue/queue.js';
import { type Database, openDatabase } from '../../store/database.js';
import { migrate } from '../../store/migrate.js';
import { finishUpgrade, recordUpgrade } from '../../store/postgres/finishUpgrade.js';
import { readMajor } from '../../store/postgres/initCluster.js';
import { type PostgresOptions, startPostgres } from '../../store/postgres/startPostgres.js';
import { type UpgradeOptions, upgradeCluster } from '../../store/postgres/upgradeCluster.js';
import { ensureProject } from '../../store/projects/projects.js';
import { copyDatabase } from './copyDatabase.js';

const oldBin = process.platform === 'win32' ? null : await fetchOldPostgres();
const hanging = fileURLToPath(new URL('../../../testing/programs/upgradeAndHang.mjs', import.meta.url));

const odd = [
  ...['\\N', '\\.', '\\', 'a\tb\nc\rd', '"', "'", '\u2028', 'Äß😀'],
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 200, seed: 7 }),
].map((text) => text.replaceAll('\0', '0'));

/** All that people would miss. */
async function describeRows(database: Database): Promise<unknown> {
  const ask = async (text: string) => (await sql.raw(text).execute(database)).rows;
  return [
    await ask('select org, name from projects order by 1, 2'),
    await ask(`select md5(string_agg(target, '|' order by id)) from audit_log`),
    await ask(`select data from pgboss.job where state = 'created' and name = 'computeDiff'`),
    await ask("select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1"),
  ];
}

describe.skipIf(oldBin === null)(
  `an embedded PostgreSQL 15${oldBin === null ? ': skipped, since its programs are not to be had' : ''}`,
  // Clusters are made, started and stopped.
  { timeout: 180_000 },
  () => {
    let original: string;
    let before: unknown;
    let dataDir: string;

    const use = async <T>(options: PostgresOptions, act: (database: Database) => Promise<T>): Promise<T> => {
      const postgres = await startPostgres(options);
      const { database } = openDatabase({ connectionString: postgres.connectionString });
      try {
        return await act(database);
      } finally {
        await database.destroy();
        await postgres.stop();
      }
    };
    const newFolder = () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-upgrade-'));
      chmodSync(folder, 0o711);
      return folder;
    };
    const home = () => path.join(dataDir, 'postgres');
    /** As a version of svc that came with it has left them there. */
    const programs = (folder: string) => path.join(folder, 'postgres/runtime-15');

    beforeAll(async () => {
      original = newFolder();
      mkdirSync(path.join(original, 'postgres'));
      cpSync(path.join(oldBin ?? '', '..'), programs(original), { recursive: true, verbatimSymlinks: true });
      before = await use(
        { dataDir: original, binDir: path.join(programs(original), 'bin') },
        async (database) => {
          await migrate(database);
          await ensureProject(database, 'acme/web');
          await sql`insert into audit_log (org, actor, actor_id, action, target)
          select 'acme', 'test', 'test', 'odd', text from unnest(${odd}::text[]) text`.execute(database);
          const queue = await openQueue(database, () => {});
          await queue.enqueue(database, 'computeDiff', { diffId: 'dif_1' });
          await queue.stop();
          return describeRows(database);
        },
      );
    });
    afterAll(() => rmSync(original, { recursive: true, force: true }));
    beforeEach(() => {
      dataDir = newFolder();
      rmSync(dataDir, { recursive: true });
      // With the owners of files: as root, the database is another user's.
      execFileSync('cp', ['-a', original, dataDir]);
    });
    afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));

    const copy: UpgradeOptions['copy'] = async (from, to) => {
      const old = openDatabase({ connectionString: from });
      const next = openDatabase({ connectionString: to });
      try {
        await copyDatabase(old, next, () => {});
      } finally {
        await Promise.all([old.database.destroy(), next.database.destroy()]);
      }
    };
    const expectUpgraded = async () => {
      expect(await use({ dataDir }, describeRows)).toEqual(before);
      expect(readMajor(path.join(home(), 'cluster'))).toBeGreaterThan(15);
    };

    test('is refused by a newer one, becomes it with all that it has, and stays beside it', async () => {
      await expect(startPostgres({ dataDir })).rejects.toThrow(/by PostgreSQL 15.*svc-server upgrade/);
      const upgraded = await upgradeCluster({ dataDir, copy });
      expect(upgraded).toEqual({ from: 15, to: expect.any(Number), kept: path.join(home(), 'cluster-15') });
      await expectUpgraded();
      expect(await upgradeCluster({ dataDir, copy })).toBeNull();
      // The way back.
      renameSync(path.join(home(), 'cluster'), path.join(home(), 'cluster-newer'));
      renameSync(path.join(home(), 'cluster-15'), path.join(home(), 'cluster'));
      const binDir = path.join(programs(dataDir), 'bin');
      expect(await use({ dataDir, binDir }, describeRows)).toEqual(before);
    });

    test('is what it was where the copy fails, and where the process is killed with the copy made', async () => {
      const failing = upgradeCluster({
        dataDir,
        async copy(from, to) {
          await copy(from, to);
          throw new Error('no room');
        },
      });
      await expect(failing).rejects.toThrow('no room');
      expect(existsSync(path.join(home(), 'cluster.next'))).toBe(false);
      const child = spawn(process.execPath, [hanging, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(readMajor(path.join(home(), 'cluster'))).toBe(15);
      expect(await upgradeCluster({ dataDir, copy })).toMatchObject({ from: 15 });
      await expectUpgraded();
    });

    test.each([0, 1, 2])(
      'is upgraded by the next start where it is cut off after %i steps of the swap',
      async (steps) => {
        await upgradeCluster({ dataDir, copy });
        const [cluster, next, kept] = ['cluster', 'cluster.next', 'cluster-15'].map((name) =>
          path.join(home(), name),
        ) as [string, string, string];
        // As it was before the swap.
        renameSync(cluster, next);
        renameSync(kept, cluster);
        const place = { home: home(), cluster, account: {} };
        expect(recordUpgrade(place, next, 15)).toBe(kept);
        if (steps > 0) renameSync(cluster, kept);
        if (steps > 1) renameSync(next, cluster);
        await expectUpgraded();
        expect(readMajor(kept)).toBe(15);
        finishUpgrade(place);
        expect(readMajor(cluster)).toBeGreaterThan(15);
      },
    );

    test('that an earlier svc went on with, after the copy was made, is not replaced by the copy', async () => {
      await upgradeCluster({ dataDir, copy });
      const [cluster, next] = [path.join(home(), 'cluster'), path.join(home(), 'cluster.next')];
      renameSync(cluster, next);
      renameSync(path.join(home(), 'cluster-15'), cluster);
      recordUpgrade({ home: home(), cluster, account: {} }, next, 15);
      const [record, aside] = [path.join(home(), 'upgrade.json'), path.join(home(), 'aside.json')];
      renameSync(record, aside);
      const binDir = path.join(programs(dataDir), 'bin');
      await use({ dataDir, binDir }, (database) => ensureProject(database, 'acme/later'));
      renameSync(aside, record);
      const later = await use({ dataDir, binDir }, describeRows);
      expect(JSON.stringify(later)).toContain('later');
      await upgradeCluster({ dataDir, copy });
      expect(await use({ dataDir }, describeRows)).toEqual(later);
    });

    test('whose programs are not here is left alone, and what is missing is named', async () => {
      rmSync(programs(dataDir), { recursive: true });
      const elsewhere = existsSync('/usr/lib/postgresql/15/bin');
      if (!elsewhere)
        await expect(upgradeCluster({ dataDir, copy })).rejects.toThrow(
          /postgresql-15.*--old-bin.*Nothing was changed/s,
        );
      const wrong = upgradeCluster({ dataDir, copy, oldBinDir: '/nowhere' });
      await expect(wrong).rejects.toThrow(/\/nowhere/);
      expect(readMajor(path.join(home(), 'cluster'))).toBe(15);
    });
  },
);

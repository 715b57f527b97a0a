import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';
import { listUndecided } from './accessibilityChanges.js';
import { listAcceptedRecords, listRecordedBuilds } from './accessibilityRecords.js';
import { deleteRecords, listCapturesOfOldRecords } from './oldRecords.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let suiteId: number;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  await sql`
    update projects set default_branch = 'main', former_branches = '[{"name": "master", "until": 1}]'`.execute(
    database,
  );
  const { rows } = await sql<{ id: number }>`
    insert into suites (project_id, name) values (${projectId}, 'web') returning id`.execute(database);
  suiteId = rows[0]?.id ?? 0;
});
afterAll(() => testDatabase.drop());

const slots = ['a', 'b', 'c'];
/** Builds of a branch that are looked at. */
const most = 2;

interface Recorded {
  /** What it accepted for the slot. */
  hash: number;
  isUndecided: boolean;
  /** Its snapshot was not removed. */
  isKept: boolean;
}
interface Build {
  branch: string;
  target: string | null;
  kind: 'sound' | 'failed' | 'ephemeral' | 'local';
  records: (Recorded | null)[];
}

const build: fc.Arbitrary<Build> = fc.record({
  branch: fc.constantFrom('main', 'master', 'topic', 'done', 'release'),
  target: fc.constantFrom(null, null, 'release'),
  kind: fc.constantFrom('sound', 'sound', 'sound', 'failed', 'ephemeral', 'local'),
  records: fc.array(
    fc.option(
      fc.record({ hash: fc.nat(3), isUndecided: fc.boolean(), isKept: fc.nat(4).map((n) => n === 0) }),
    ),
    { minLength: slots.length, maxLength: slots.length },
  ),
});

const stemOf = (at: number) => String(at).padStart(26, '0');
const namespaceOf = ({ kind }: Build) => (kind === 'local' ? 'user:ada' : '');

/** Writes builds in their order. */
async function write(builds: readonly Build[]): Promise<void> {
  for (const table of [
    'accessibility_changes',
    'accessibility_records',
    'diffs',
    'captures',
    'blob_removals',
  ])
    await sql`delete from ${sql.id(table)}`.execute(database);
  for (const [at, one] of builds.entries()) {
    const [capture, diff] = [`cap_${stemOf(at)}`, `dif_${stemOf(at)}`];
    await sql`
      insert into captures (id, project_id, suite_id, mode, actor, branch, commit, status, exit_code, ephemeral, namespace)
      values (${capture}, ${projectId}, ${suiteId}, 'fleet', 'key:k', ${one.branch}, ${`c${at}`}, 'completed',
        ${one.kind === 'failed' ? 1 : 0}, ${one.kind === 'ephemeral'}, ${namespaceOf(one)})`.execute(
      database,
    );
    await sql`
      insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing, status, baseline_mark, baseline_ref)
      values (${diff}, ${projectId}, ${suiteId}, ${capture}, 0, true, 'completed', 0, ${one.target})`.execute(
      database,
    );
    for (const [slot, record] of one.records.entries()) {
      if (!record) continue;
      const name = slots[slot];
      const hash = Buffer.alloc(32, record.hash);
      await sql`
        insert into accessibility_records (project_id, capture_id, name, viewport, browser, image_hash, tree, hash, bytes,
          accepted_hash)
        values (${projectId}, ${capture}, ${name}, '', '', ${hash}, ${hash}, ${hash}, 1, ${hash})`.execute(
        database,
      );
      if (record.isKept)
        await sql`
          insert into snapshots (project_id, capture_id, name, viewport, browser, position, status)
          values (${projectId}, ${capture}, ${name}, '', '', 0, 'pending')`.execute(database);
      if (record.isUndecided)
        await sql`
          insert into accessibility_changes (project_id, suite_id, diff_id, name, viewport, browser, base_hash, head_hash,
            fingerprint, findings, total, partial, reviewed, approval_status)
          values (${projectId}, ${suiteId}, ${diff}, ${name}, '', '', ${hash}, ${hash}, 'f', '[]', 1, false, true, 'pending')`.execute(
          database,
        );
    }
  }
}

const listRows = async () => {
  const { rows } = await sql<{ captureId: string; name: string }>`
    select capture_id, name from accessibility_records order by capture_id, name`.execute(database);
  return rows.map(({ captureId, name }) => `${captureId} ${name}`);
};

/** What a build after all others that were removed is compared with, and what it carries. */
async function look(branches: string[], namespace: string, before: string) {
  const builds = (count: number) =>
    listRecordedBuilds(
      database,
      { suiteId, branches, namespaces: ['', namespace] },
      { before: `cap_${before}`, most: count },
    );
  const seen = await builds(most);
  const all = await builds(1_000);
  const ids = (list: typeof all) =>
    list.map(({ captureId, diffId }) => ({ captureId, diffId: diffId ?? '' }));
  return {
    seen,
    accepted: await listAcceptedRecords(
      database,
      seen.map(({ captureId }) => captureId),
    ),
    undecided: (await listUndecided(database, { id: 'dif_none', headCaptureId: 'cap_none' }, ids(all)))
      .map(({ name, fingerprint }) => ({ name, fingerprint }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  };
}

test('records go but for those that later builds read', { timeout: 120_000 }, async () => {
  let removed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(build, { maxLength: 14 }), fc.nat(4), async (builds, later) => {
      await write(builds);
      const first = Math.max(0, builds.length - later);
      const before = stemOf(first);
      const young = builds.slice(first);
      const isLiving = (branch: string) =>
        ['main', 'master'].includes(branch) ||
        young.some((one) => one.branch === branch || one.target === branch);
      const lines = ['topic', 'done', 'release'].flatMap((branch) =>
        ['', 'user:ada'].map((namespace) => ({ branches: [branch], namespace, isLiving: isLiving(branch) })),
      );
      lines.push({ branches: ['main', 'master'], namespace: '', isLiving: true });
      const lookAtAll = () =>
        Promise.all(
          lines.map(async (line) => {
            const { undecided, ...read } = await look(line.branches, line.namespace, before);
            return line.isLiving ? { line, ...read } : { line, undecided };
          }),
        );
      const [wanted, rows] = [await lookAtAll(), await listRows()];

      const old = await listCapturesOfOldRecords(database, before, most);
      for (let at = 0; at < old.length; at += 2)
        await database
          .transaction()
          .execute((transaction) => deleteRecords(transaction, old.slice(at, at + 2)));

      expect(await lookAtAll()).toEqual(wanted);
      // And what stays has a reason.
      const left = await listRows();
      removed += rows.length - left.length;
      const isSound = ({ kind }: Build) => kind === 'sound' || kind === 'local';
      const isNeeded = (row: string): boolean => {
        const at = builds.findIndex((_, index) => row.startsWith(`cap_${stemOf(index)} `));
        const one = builds[at];
        const slot = slots.indexOf(row.slice(-1));
        const record = one?.records[slot];
        if (!one || !record) return false;
        if (at >= first || record.isKept) return true;
        const newer = builds
          .slice(at + 1)
          .filter(
            (other) =>
              other.branch === one.branch && namespaceOf(other) === namespaceOf(one) && isSound(other),
          );
        const ahead = newer.filter(
          (other) => builds.indexOf(other) < first && other.records.some(Boolean),
        ).length;
        if (isLiving(one.branch) && isSound(one) && ahead < most) return true;
        const isOpen = builds.slice(0, at).some((other) => {
          const earlier = other.records[slot];
          const isOfLine = other.branch === one.branch && namespaceOf(other) === namespaceOf(one);
          return isOfLine && earlier?.isUndecided;
        });
        return (record.isUndecided || isOpen) && !newer.some((other) => other.records[slot]);
      };
      expect(left).toEqual(rows.filter(isNeeded));
      const { rows: marked } = await sql`select from blob_removals`.execute(database);
      expect(marked.length > 0).toBe(left.length < rows.length);
    }),
    { numRuns: 60 },
  );
  // Chance must not leave out what this is about.
  expect(removed).toBeGreaterThan(50);
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { ensureProject } from './projects.js';
import { countByMonth, sumImages } from './usage.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  const { id: other } = await ensureProject(database, 'acme/other');
  await sql`insert into suites (project_id, name) values (${projectId}, 'web'), (${other}, 'web')`.execute(
    database,
  );
});
afterAll(async () => {
  await testDatabase.drop();
});

const run = (statement: string) => sql.raw(statement).execute(database);

const numbers = fc
  .tuple(fc.nat(20), fc.nat(20))
  .map(([a, b]) => `n between ${Math.min(a, b)} and ${Math.max(a, b)}`);
const hash = 'sha256(n::text::bytea)';
const hashes = (n: string) => `hash in (select ${hash} from generate_series(0, 20) n where ${n})`;
const ids = (n: string) => `id in (select 'cap_' || n from generate_series(0, 20) n where ${n})`;
const statement = fc.oneof(
  fc.tuple(numbers, fc.nat(1_000)).map(
    ([n, bytes]) => `
      insert into images (project_id, hash, width, height, bytes)
      select project_id, ${hash}, 1, 1, ${bytes} from suites, generate_series(0, 20) n where ${n}
      on conflict (project_id, hash) do update set removed_at = null where images.removed_at is not null`,
  ),
  numbers.map((n) => `update images set removed_at = now() where ${hashes(n)}`),
  numbers.map((n) => `update images set pixel_hash = hash where ${hashes(n)}`),
  numbers.map((n) => `delete from images where ${hashes(n)}`),
  fc.tuple(numbers, fc.nat(60), fc.constantFrom('pending', 'completed')).map(
    ([n, days, status]) => `
      insert into captures (id, project_id, suite_id, mode, actor, status, total_snapshots, completed_snapshots, created_at)
      select 'cap_' || n, project_id, id, 'manual', 'key:k', '${status}', 1000, n, now() - make_interval(days => ${days})
      from suites, generate_series(0, 20) n where ${n} and name = 'web' and project_id = '$project'
      on conflict do nothing`,
  ),
  numbers.map((n) => `update captures set completed_snapshots = completed_snapshots + 1 where ${ids(n)}`),
  fc
    .tuple(numbers, fc.constantFrom('completed', 'failed'))
    .map(
      ([n, status]) =>
        `update captures set status = '${status}' where ${ids(n)} and status not in ('completed', 'failed')`,
    ),
  numbers.map((n) => `delete from captures where ${ids(n)}`),
);

const recounted = async () => {
  const { rows: images } = await sql`
    select count(*)::int count, coalesce(sum(bytes), 0)::int bytes from images
    where project_id = ${projectId} and removed_at is null`.execute(database);
  const { rows: months } = await sql`
    select to_char(created_at at time zone 'utc', 'YYYY-MM') "month", count(*)::int captures,
      sum(completed_snapshots)::int snapshots
    from captures where project_id = ${projectId} group by 1 order by 1 desc`.execute(database);
  return { images: images[0], months };
};

const kept = async () => ({
  images: await sumImages(database, projectId),
  months: (await countByMonth(database, projectId, 12)).filter(({ captures }) => captures > 0),
});

test('what a project has is what a recount says, whatever statement changed it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 15 }), async (statements) => {
      for (const one of statements) await run(one.replaceAll('$project', projectId));
      expect(await kept()).toEqual(await recounted());
    }),
    { numRuns: 60 },
  );
});

test('many uploads at once leave few rows, and lose nothing', async () => {
  await run('delete from images; delete from captures');
  const upload = (n: number) => sql`
    insert into images (project_id, hash, width, height, bytes)
    values (${projectId}, ${bytea(String(n).padStart(64, 'f'))}, 1, 1, 10)`;
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; n < 160; n++) await upload(worker * 1_000 + n).execute(database);
    }),
  );
  expect(await sumImages(database, projectId)).toEqual({ count: 1_280, bytes: 12_800 });
  const { rows } = await sql<{ count: number }>`
    select count(*) from usage_amounts where project_id = ${projectId}`.execute(database);
  expect(Number(rows[0]?.count)).toBeLessThan(600);
});

test('what is undone does not count', async () => {
  const before = await kept();
  const undone = database.transaction().execute(async (transaction) => {
    await sql`
      insert into images (project_id, hash, width, height, bytes)
      values (${projectId}, ${bytea('e'.repeat(64))}, 1, 1, 10)`.execute(transaction);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await kept()).toEqual(before);
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';
import { listSuites } from '../projects/suites.js';
import { listBaselineBranches, listBaselineRefs, listBaselines } from './baselines.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let suiteId: number;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  await sql`insert into suites (project_id, name) values (${projectId}, 'web'), (${projectId}, 'other')`.execute(
    database,
  );
  await sql`insert into captures (id, project_id, suite_id, mode, actor)
    select 'cap_' || id, ${projectId}, id, 'manual', 'key:k' from suites`.execute(database);
  await sql`insert into images (project_id, hash, width, height, bytes)
    select ${projectId}, decode(repeat(to_hex(n), 64), 'hex'), 1, 1, 1 from generate_series(0, 3) n`.execute(
    database,
  );
  const { rows } = await sql<{ id: number }>`select id from suites where name = 'web'`.execute(database);
  suiteId = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await testDatabase.drop();
});

const branches = ['main', 'next', 'trunk'];
const names = ['Card', 'Button', 'button/a', 'z'];
const entry = fc.record({
  suite: fc.constantFrom('web', 'web', 'web', 'other'),
  namespace: fc.constantFrom('', '', '', 'local'),
  branch: fc.constantFrom(...branches),
  name: fc.constantFrom(...names),
  viewport: fc.constantFrom('', '10x10'),
  hash: fc.constantFrom(null, '0', '1', '2', '3'),
  isRevoked: fc.constantFrom(false, false, true),
  isCovered: fc.constantFrom(false, false, true),
});
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;

const firstDay = new Date('2026-01-01T00:00:00Z');
const dayOf = (position: number) => new Date(firstDay.getTime() + position * 86_400_000);

async function write(entries: readonly Entry[]): Promise<void> {
  await sql`truncate baseline_entries cascade`.execute(database);
  await sql`
    insert into baseline_entries (id, project_id, suite_id, namespace, branch, name, viewport, browser, hash, capture_id, actor,
      revoked_seq, covered_by, created_at)
    select position, ${projectId}, suites.id, namespace, branch, entry.name, viewport, '', decode(repeat(hash, 64), 'hex'),
      'cap_' || suites.id, 'user:u', case when "isRevoked" then 1000 end, case when "isCovered" then 1000 end,
      ${firstDay}::timestamptz + make_interval(days => position::int)
    from jsonb_to_recordset(${JSON.stringify(entries.map((one, index) => ({ ...one, position: index + 1 })))}::jsonb) entry (
      position bigint, suite text, namespace text, branch text, name text, viewport text, hash text, "isRevoked" boolean,
      "isCovered" boolean)
    join suites on suites.name = entry.suite`.execute(database);
}

/** The active shared baselines of a suite in their order, told by the whole log. */
function activeEntriesOf(
  entries: readonly Entry[],
  suite: string,
  former: { name: string; until: number }[],
) {
  const newest = new Map<
    string,
    { place: [string, string, string]; hash: string | null; position: number }
  >();
  for (const [index, one] of entries.entries()) {
    if (one.suite !== suite || one.namespace !== '' || one.isRevoked || one.isCovered) continue;
    const position = index + 1;
    const isFormer = former.some(({ name, until }) => name === one.branch && position <= until);
    const line = isFormer ? 'main' : one.branch;
    const place: [string, string, string] = [line, one.name, one.viewport];
    newest.set(place.join('\n'), { place, hash: one.hash, position });
  }
  return [...newest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { place, hash, position }]) => (hash === null ? [] : [{ place, hash, position }]));
}

/** Line, name, viewport and image of each. */
const activeOf = (...log: Parameters<typeof activeEntriesOf>) =>
  activeEntriesOf(...log).map(({ place, hash }) => [...place, hash.repeat(64)].join(' '));

/** The branches of the baselines, the default one first, then the newest. */
function branchesOf(...log: Parameters<typeof activeEntriesOf>) {
  const active = activeEntriesOf(...log);
  const found = [...new Set(active.map(({ place: [line] }) => line))].map((branch) => {
    const own = active.filter(({ place: [line] }) => line === branch);
    return { branch, count: own.length, newest: dayOf(Math.max(...own.map(({ position }) => position))) };
  });
  return found.sort(
    (a, b) =>
      Number(b.branch === 'main') - Number(a.branch === 'main') || b.newest.getTime() - a.newest.getTime(),
  );
}

test('lists, branches and counts of baselines tell what the whole log says, also after renamings (R42)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 30 }),
      fc.array(fc.record({ name: fc.constantFrom('next', 'trunk'), until: fc.nat(30) }), { maxLength: 1 }),
      fc.integer({ min: 1, max: 4 }),
      fc.option(fc.constantFrom(...branches), { nil: null }),
      fc.constantFrom('', 'BUTT', 'n/A', 'none'),
      async (entries, formerBranches, limit, branch, part) => {
        await write(entries);
        const project = { defaultBranch: 'main', formerBranches };
        const suite = { ...project, suiteId };
        const active = activeOf(entries, 'web', formerBranches);
        const ofLine = (one: string, line: string) => one.startsWith(`${line} `);

        const listed: string[] = [];
        let after: readonly [string, string, string, string] | null = null;
        do {
          const page = await listBaselines(database, suite, { branch, part, after, limit });
          listed.push(...page.map((row) => [row.branch, row.name, row.viewport, row.hash].join(' ')));
          const last = page.length === limit ? page.at(-1) : undefined;
          after = last ? [last.branch, last.name, last.viewport, last.browser] : null;
        } while (after !== null);
        expect(listed).toEqual(
          active.filter(
            (one) =>
              (branch === null || ofLine(one, branch)) &&
              (one.split(' ')[1] ?? '').toLowerCase().includes(part.toLowerCase()),
          ),
        );
        expect(await listBaselineRefs(database, suite)).toEqual(
          branches.filter((line) => active.some((one) => ofLine(one, line))),
        );
        expect(await listBaselineBranches(database, suite)).toEqual(
          branchesOf(entries, 'web', formerBranches),
        );
        const suites = await listSuites(database, projectId, { ...project, limit: 10, after: null });
        expect(suites.map(({ name, baselineCount }) => [name, baselineCount])).toEqual(
          ['other', 'web'].map((name) => [
            name,
            activeOf(entries, name, formerBranches).filter((one) => ofLine(one, 'main')).length,
          ]),
        );
      },
    ),
    { numRuns: 60 },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Diff } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { untilIdle } from '../../../testing/untilIdle.js';
import type { Database } from '../../store/database.js';
import { startOfStems } from '../../store/newId.js';
import { changePartitions, partitionedTables, startPartitions } from '../../store/partitions/partitions.js';
import type { RemovedRange } from '../../store/partitions/RemovedRange.js';
import { beginRemoval, endRemoval, guardCopies, validateCopies } from '../../store/partitions/removal.js';
import { copyChanges, copyRows, findRemovable, swapCopies } from '../../store/partitions/removeRows.js';
import { removeRowsBefore } from './removeOldRows.js';

let service: TestService;
let database: Database;
beforeAll(async () => {
  service = await startTestService();
  database = service.resources.database;
});
afterAll(() => service.stop());

const read = async <Row>(query: string) => (await sql.raw<Row>(query).execute(database)).rows;
const inTransaction = <Result>(work: (transaction: Database) => Promise<Result>) =>
  database.transaction().execute(work);

interface Build {
  suite: string;
  branch: string;
  commit: string;
  /** Shades of the snapshots a, b and c. */
  looks: readonly number[];
}

async function build({ suite, branch, commit, looks }: Build): Promise<Diff> {
  const names = looks.map((_, at) => 'abc'[at] ?? '');
  const run = { suite, branch, commit, autoBaseline: false, snapshots: names.map((name) => ({ name })) };
  const { id } = (await service.ask<Capture>('POST', '/api/v1/captures', run)).body;
  for (const [at, name] of names.entries()) {
    const query = new URLSearchParams({ captureId: id, name });
    await service.upload(`/api/v1/snapshots?${query}`, image(looks[at] ?? 0), 'image/png');
  }
  await settled(service, 'captures', id);
  return compare(suite, id);
}

async function compare(suite: string, headCaptureId: string): Promise<Diff> {
  const { status, body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId });
  expect(status).toBeLessThan(300);
  return settled(service, 'diffs', body.id);
}

let suites = 0;
/** The baselines of the first build, and what others show of changes; the last outdoes some of what the second does. */
async function startSuite(): Promise<{ suite: string; builds: { diff: Diff; from: Build }[] }> {
  const suite = `suite ${++suites}`;
  const builds: { diff: Diff; from: Build }[] = [];
  for (const [branch, ...looks] of [
    ['main', 1, 1, 1],
    ['main', 1, 90, 1],
    ['feature', 200, 1, 90],
    ['main', 1, 1, 90],
  ] as const) {
    const commit = builds.length === 3 ? 1 : builds.length;
    const from: Build = { suite, branch, commit: `c0ffee${suites}${commit}`, looks };
    const diff = await build(from);
    builds.push({ diff, from });
    if (builds.length === 1) await service.ask('POST', `/api/v1/diffs/${diff.id}/approve`, {});
  }
  return { suite, builds };
}

/** All that is there so far, past its age. */
async function endPartition(): Promise<{ moment: Date; range: RemovedRange }> {
  const moment = new Date(Date.now() + 20);
  await startPartitions(database, startOfStems(moment));
  await sleep(Math.max(0, moment.getTime() - Date.now()) + 1);
  const range = await findRemovable(database, startOfStems(moment));
  if (!range) throw new Error('there is nothing to remove');
  return { moment, range };
}

const write = fc.record({
  do: fc.constantFrom('approve', 'reject', 'revoke', 'rediff', 'compare', 'build', 'rename', 'delete'),
  at: fc.nat({ max: 3 }),
  look: fc.constantFrom(1, 90, 200),
});
type Write = typeof write extends fc.Arbitrary<infer One> ? One : never;

async function play(one: Write, { suite, builds }: Awaited<ReturnType<typeof startSuite>>): Promise<void> {
  const { diff, from } = builds[one.at] ?? {};
  if (!diff || !from) return;
  if (one.do === 'compare') await compare(suite, diff.headCaptureId).catch(() => {});
  else if (one.do === 'build') await build({ ...from, looks: [one.look, 1, one.look] });
  else if (one.do === 'rename')
    await read(
      `update projects set default_branch = case default_branch when 'main' then 'feature' else 'main' end`,
    );
  else if (one.do === 'delete') {
    const { headCaptureId } = diff;
    // Where nothing else is of it.
    await inTransaction(async (transaction) => {
      await sql`delete from comments where diff_id = ${diff.id}`.execute(transaction);
      await sql`delete from diffs where head_capture_id = ${headCaptureId} or base_capture_id = ${headCaptureId}`.execute(
        transaction,
      );
      await sql`delete from captures where id = ${headCaptureId}`.execute(transaction);
    }).catch(() => {});
  } else {
    const { status } = await service.ask('POST', `/api/v1/diffs/${diff.id}/${one.do}`, {});
    expect(status).toBeLessThan(500);
    if (one.do === 'rediff' && status < 300) await settled(service, 'diffs', diff.id);
  }
}

/** Rows of one table that another lacks. */
const countLacking = async (of: string, than: string) =>
  (await read(`select * from ${of} except select * from ${than}`)).length;

test('what is written while rows are copied decides about them as if it had been there before', {
  timeout: 180_000,
}, async () => {
  const writes = fc.array(write, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(writes, writes, writes, writes), async ([first, second, third, last]) => {
      const team = await startSuite();
      const { range } = await endPartition();
      const playAll = async (some: readonly Write[]) => {
        for (const one of some) await play(one, team);
        // What is under way again keeps its rows, which another test is about.
        await untilIdle(service);
      };
      const removal = await beginRemoval(database, range);
      await playAll(first);
      await inTransaction((transaction) => copyRows(transaction, removal));
      await playAll(second);
      await guardCopies(database, removal);
      expect(await inTransaction((transaction) => copyChanges(transaction, removal))).not.toBeNull();
      await playAll(third);
      await validateCopies(database, removal);
      expect(await inTransaction((transaction) => copyChanges(transaction, removal))).not.toBeNull();
      await playAll(last);
      const wanted = partitionedTables.map((one) => ({ one, name: `wanted_${one.table}` }));
      for (const { one, name } of wanted)
        await read(`create table ${name} (like ${one.table} including indexes)`);
      await inTransaction((transaction) => copyRows(transaction, { range, copies: wanted }));
      expect(await changePartitions(database, (transaction) => swapCopies(transaction, removal))).toBe(true);
      for (const { one, name } of wanted)
        expect([name, await countLacking(name, one.table)]).toEqual([name, 0]);
      // Those that went are as they were to the end: nothing was written to a copy that they do not have.
      for (const { one, name } of removal.copies) {
        const gone = await read<{ name: string }>(
          `select name from removal_leftovers where name like '${one.table}\\_%'`,
        );
        const before = gone.map((part) => `select * from ${part.name}`).join(' union all ');
        expect([name, await countLacking(name, `(${before}) before`)]).toEqual([name, 0]);
        await read(`drop table wanted_${one.table}`);
      }
      await endRemoval(database);
      await expectNothingLeft();
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

async function expectNothingLeft(): Promise<void> {
  expect(await read('select name from removal_leftovers')).toEqual([]);
  expect(await read('select source from removal_changes')).toEqual([]);
  expect(await read("select tgname from pg_trigger where tgname like 'noted_for_removal%'")).toEqual([]);
  const stray = `select relname from pg_class
    where relkind = 'r' and not relispartition and (relname like 'results\\_%' or relname like 'snapshots\\_%')`;
  expect(await read(stray)).toEqual([]);
}

test('the result of an accessibility change that is rejected while rows are copied stays', async () => {
  const { builds } = await startSuite();
  const diffId = builds[3]?.diff.id ?? '';
  await read(`
    insert into accessibility_changes (project_id, suite_id, diff_id, name, viewport, browser, base_hash, head_hash, fingerprint,
        findings, total, partial, reviewed, approval_status)
      select results.project_id, suite_id, diff_id, name, viewport, browser, base_hash, head_hash, 'label', '[]', 1, false, true,
        'approved'
      from results join diffs on diffs.id = diff_id where diff_id = '${diffId}' and name = 'a'`);
  const { range } = await endPartition();
  const removal = await beginRemoval(database, range);
  await inTransaction((transaction) => copyRows(transaction, removal));
  const rejection = { decision: 'rejected', snapshots: ['a'] };
  const { status } = await service.ask('POST', `/api/v1/diffs/${diffId}/accessibility`, rejection);
  expect(status).toBe(200);
  expect(await changePartitions(database, (transaction) => swapCopies(transaction, removal))).toBe(true);
  await endRemoval(database);
  await expectNothingLeft();
  expect(await read(`select status from results where diff_id = '${diffId}' and name = 'a'`)).toHaveLength(1);

  const after = await service.ask('POST', `/api/v1/diffs/${diffId}/accessibility`, { decision: 'approved' });
  expect([after.status, after.body]).toMatchObject([400, { error: { code: 'SNAPSHOT_NOT_IN_DIFF' } }]);
});

test('decisions and builds that are acknowledged while rows go are there afterwards', {
  timeout: 120_000,
}, async () => {
  const teams: Awaited<ReturnType<typeof startSuite>>[] = [];
  for (let number = 0; number < 4; number++) teams.push(await startSuite());
  const { moment } = await endPartition();
  const acknowledged: [diffId: string, verdict: string][] = [];
  const decide = async ({ builds }: (typeof teams)[number], verb: 'approve' | 'reject') => {
    const diffId = builds[2]?.diff.id ?? '';
    const { status } = await service.ask('POST', `/api/v1/diffs/${diffId}/${verb}`, {});
    // Refused where its results are gone already, or a newer build shows them.
    expect([200, 400, 409]).toContain(status);
    if (status === 200) acknowledged.push([diffId, verb === 'approve' ? 'approved' : 'rejected']);
  };
  await Promise.all([
    removeRowsBefore({ database }, moment),
    ...teams.flatMap((team, at) => [
      decide(team, at % 2 === 0 ? 'approve' : 'reject'),
      ...team.builds.map(({ from }) => build({ ...from, looks: from.looks.slice(0, 1 + (at % 3)) })),
    ]),
  ]);
  await untilIdle(service);
  await removeRowsBefore({ database }, moment);
  expect(await removedUntil()).toBe(startOfStems(moment));
  await expectNothingLeft();
  for (const [diffId, verdict] of acknowledged) {
    const { counts } = (await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`)).body;
    expect([diffId, counts.pending]).toEqual([diffId, 0]);
    const decisions = await read(`select from decisions where diff_id = '${diffId}' and kind = '${verdict}'`);
    expect(decisions.length).toBeGreaterThan(0);
    if (verdict === 'approved') continue;
    const rejected = `select from results where diff_id = '${diffId}' and approval_status = 'rejected'`;
    expect(await read(rejected)).toHaveLength(decisions.length);
  }
  // What stands, is open or was taken over is from a snapshot that is there.
  const slot = (one: string) => `(${one}.name, ${one}.viewport, ${one}.browser)`;
  for (const [from, capture] of [
    ['baseline_entries one where revoked_seq is null and hash is not null', 'one.capture_id'],
    ['snapshots one where carried_from is not null', 'one.carried_from'],
    ['snapshots one where proven_from is not null', 'one.proven_from'],
  ] as const) {
    const lacking = await read(`select * from ${from} and not exists (
      select from snapshots origin where origin.capture_id = ${capture} and ${slot('origin')} = ${slot('one')})`);
    expect([from, lacking]).toEqual([from, []]);
  }
});

const removedUntil = async () =>
  (await read<{ until: string | null }>('select max(before) until from removed_rows'))[0]?.until;

test('a removal that a crash interrupts is begun again, and its process puts nothing in place any more', async () => {
  const team = await startSuite();
  const { moment, range } = await endPartition();
  const crashed = await beginRemoval(database, range);
  await inTransaction((transaction) => copyRows(transaction, crashed));
  await guardCopies(database, crashed);
  const { diff } = team.builds[1] ?? {};
  expect((await service.ask('POST', `/api/v1/diffs/${diff?.id}/reject`, {})).status).toBe(200);

  await removeRowsBefore({ database }, moment);
  expect(await removedUntil()).toBe(startOfStems(moment));
  await expectNothingLeft();
  await expect(changePartitions(database, (transaction) => swapCopies(transaction, crashed))).rejects.toThrow(
    'given up',
  );
  const kept = (await service.ask<Diff>('GET', `/api/v1/diffs/${diff?.id}`)).body;
  expect(kept.results.map(({ name, approvalStatus }) => [name, approvalStatus])).toEqual([
    ['b', 'rejected'],
    // Undecided in the other build of the commit.
    ['c', 'approved'],
  ]);
});

test('where its connections are killed before it has ended, all rows are there, and the next one removes them', async () => {
  await startSuite();
  const { moment } = await endPartition();
  const before = await read('select count(*) from results');
  // A reader who does not let go keeps the partitions in their places, and writers go on.
  const { release, ended } = await holdReading();
  const removing = removeRowsBefore({ database }, moment);
  const failure = expect(removing).rejects.toThrow();
  await untilCopied();
  await startSuite();
  await read(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null`);
  await failure;
  release();
  await ended.catch(() => {});
  expect(await removedUntil()).not.toBe(startOfStems(moment));
  expect(Number((await read<{ count: string }>('select count(*) from results'))[0]?.count)).toBeGreaterThan(
    Number((before[0] as { count: string }).count),
  );
  await startSuite();
  await removeRowsBefore({ database }, moment);
  expect(await removedUntil()).toBe(startOfStems(moment));
  await expectNothingLeft();
});

/** A transaction that has read the results, and stays open. */
async function holdReading(): Promise<{ release: () => void; ended: Promise<void> }> {
  let release = () => {};
  let begun = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const reading = new Promise<void>((resolve) => (begun = resolve));
  const ended = inTransaction(async (transaction) => {
    await sql`select from results limit 1`.execute(transaction);
    begun();
    await released;
  });
  ended.catch(() => {});
  await reading;
  return { release, ended };
}

/** Copies are filled before anybody waits for a lock of all. */
const untilCopied = () =>
  expect
    .poll(
      async () =>
        (
          await read(`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`)
        ).length,
      { timeout: 20_000, interval: 20 },
    )
    .toBeGreaterThan(0);

test('rows stay where one of their builds is compared again while they are copied', async () => {
  const team = await startSuite();
  const { range } = await endPartition();
  const removal = await beginRemoval(database, range);
  await inTransaction((transaction) => copyRows(transaction, removal));
  await read(`update diffs set status = 'processing' where id = '${team.builds[1]?.diff.id}'`);
  expect(await changePartitions(database, (transaction) => swapCopies(transaction, removal))).toBe(false);
  await endRemoval(database);
  await expectNothingLeft();
  expect(await removedUntil()).not.toBe(range.until);
  await read(`update diffs set status = 'completed' where id = '${team.builds[1]?.diff.id}'`);
});

test('of two processes one removes', async () => {
  await startSuite();
  const { moment } = await endPartition();
  const warned: string[] = [];
  const warn = (message: string) => warned.push(message);
  await Promise.all([1, 2, 3].map(() => removeRowsBefore({ database }, moment, { warn })));
  expect(await removedUntil()).toBe(startOfStems(moment));
  expect(warned).toEqual([]);
  await expectNothingLeft();
});

test('rows stay while a build among them is under way, which is said', async () => {
  const { suite } = await startSuite();
  const run = { suite, branch: 'main', commit: 'c0ffee', snapshots: [{ name: 'a' }] };
  const { id } = (await service.ask<Capture>('POST', '/api/v1/captures', run)).body;
  const { moment } = await endPartition();
  const warned: string[] = [];
  const warn = (message: string) => warned.push(message);
  const before = await removedUntil();
  await removeRowsBefore({ database }, moment, { warn });
  expect(warned).toEqual([
    `results and snapshots older than ${moment.toISOString()} stay for now: a build among them is under way`,
  ]);
  expect(await removedUntil()).toBe(before);
  await expectNothingLeft();

  await service.upload(`/api/v1/snapshots?captureId=${id}&name=a`, image(1), 'image/png');
  await settled(service, 'captures', id);
  await removeRowsBefore({ database }, moment, { warn });
  expect(await removedUntil()).toBe(startOfStems(moment));
  expect(warned).toHaveLength(1);
});

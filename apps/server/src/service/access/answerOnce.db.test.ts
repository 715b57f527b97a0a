import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import { ensureProject } from '../../store/projects/projects.js';
import { answerOnce } from './answerOnce.js';
import { forgetRequests } from './forgetRequests.js';
import { accessProject, type ProjectAccess } from './ProjectAccess.js';

const hanging = fileURLToPath(new URL('../../../testing/programs/claimAndHang.mjs', import.meta.url));
let testDatabase: MigratedDatabase;
let database: Database;
let access: ProjectAccess;

beforeAll(async () => {
  const built = new URL('../../../dist/service/access/answerOnce.js', import.meta.url);
  if (!existsSync(built)) throw new Error('These tests start built code: run `npx tsc -b` first.');
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  const project = await ensureProject(database, 'acme/web');
  const key = { keyId: '1', keyName: 'ci', project, binding: null };
  access = accessProject(project, { kind: 'key', ...key, scopes: ['upload'] }, { scopes: ['upload'] });
});
afterAll(async () => {
  await testDatabase.drop();
});

let acts = 0;
const actOnce = async (
  key: string,
  options: { body?: string; as?: ProjectAccess; fails?: Error; takes?: number } = {},
) =>
  answerOnce(
    { database },
    { access: options.as ?? access, key, fingerprint: async () => options.body ?? 'aa' },
    async () => {
      acts += 1;
      const answer = { act: acts };
      await sleep(options.takes ?? 0);
      if (options.fails) throw options.fails;
      return answer;
    },
  );

test('parallel requests with one key act once, and all get the answer', async () => {
  const before = acts;
  const answers = await Promise.all(Array.from({ length: 8 }, () => actOnce('parallel', { takes: 150 })));
  expect(acts).toBe(before + 1);
  expect(new Set(answers.map(({ act }) => act))).toEqual(new Set([acts]));
  expect(await actOnce('parallel')).toEqual({ act: acts });
});

test('another request with the key is a conflict, also while the first one is under way', async () => {
  const conflict = expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT', statusCode: 409 });
  // Which of the two comes first is open.
  const both = await Promise.allSettled([
    actOnce('conflict', { body: 'aa', takes: 100 }),
    actOnce('conflict', { body: 'bb', takes: 100 }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toEqual([conflict]);
  await expect(actOnce('settled')).resolves.toBeDefined();
  await expect(actOnce('settled', { body: 'bb' })).rejects.toEqual(conflict);
});

test('another principal has keys of its own', async () => {
  const { act } = await actOnce('own');
  expect((await actOnce('own', { as: { ...access, namespace: 'key:2' } })).act).not.toBe(act);
  const project = await ensureProject(database, 'acme/other');
  expect((await actOnce('own', { as: { ...access, project } })).act).not.toBe(act);
});

test('a refusal is remembered with its details, a failure of the service is not', async () => {
  const details = [{ path: 'name', message: 'is odd' }];
  const refusal = new ServiceError('VALIDATION_ERROR', 'name: is odd', details);
  await expect(actOnce('refused', { fails: refusal })).rejects.toEqual(refusal);
  await expect(actOnce('refused')).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details });
  const stale = { snapshot: 'Button', newerDiffId: 'dif_2' };
  const tooLate = new ServiceError('DIFF_STALE', 'looks different in a newer build', undefined, stale);
  await expect(actOnce('too late', { fails: tooLate })).rejects.toEqual(tooLate);
  await expect(actOnce('too late')).rejects.toMatchObject({ code: 'DIFF_STALE', stale });
  const failures = [new ServiceError('STORAGE_UNAVAILABLE', 'The disk is full'), new Error('bug')];
  for (const [index, fails] of failures.entries()) {
    await expect(actOnce(`failed ${index}`, { fails })).rejects.toBe(fails);
    expect(await actOnce(`failed ${index}`, { body: 'bb' })).toEqual({ act: acts });
  }
});

test('a process that is killed at it holds up the repetition for seconds only', async () => {
  const argument = JSON.stringify({ access, key: 'killed' });
  const child = spawn(process.execPath, [hanging, testDatabase.connectionString, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  let repeated = false;
  const repetition = actOnce('killed').then((answer) => {
    repeated = true;
    return answer;
  });
  await sleep(500);
  expect(repeated).toBe(false);
  child.kill('SIGKILL');
  expect(await repetition).toEqual({ act: acts });
});

const age = () =>
  sql`
    update idempotency_keys set created_at = now() - interval '25 hours', leased_until = now() - interval '25 hours'`.execute(
    database,
  );

test('an answer that rows tell is read from them, with the ids of the call; refusals are kept', async () => {
  const rows = new Map<string, number>();
  const call = (key: string, fails?: ServiceError) =>
    answerOnce(
      { database },
      { access, key, fingerprint: async () => 'ccdd' },
      async ({ newId }) => {
        if (fails) throw fails;
        rows.set(newId('session'), ++acts);
        return acts;
      },
      async ({ newId }) => rows.get(newId('session')) ?? Number.NaN,
    );
  const act = await call('read');
  await call('read later');
  expect(await call('read')).toBe(act);
  const refusal = new ServiceError('SESSION_COMPLETED', 'Session s has ended');
  await expect(call('read refused', refusal)).rejects.toEqual(refusal);
  await expect(call('read refused')).rejects.toEqual(refusal);
  const { rows: kept } = await sql<{ hasStem: boolean; hasAnswer: boolean }>`
    select id_stem is not null has_stem, answer is not null has_answer from idempotency_keys
    where fingerprint = '\\xccdd' order by created_at`.execute(database);
  expect(kept).toEqual([
    { hasStem: true, hasAnswer: false },
    { hasStem: true, hasAnswer: false },
    { hasStem: false, hasAnswer: true },
  ]);
});

test('after a day a key is new, and its record goes', async () => {
  await actOnce('old');
  const before = acts;
  await age();
  expect(await actOnce('old', { body: 'bb' })).toEqual({ act: before + 1 });
  await age();
  await actOnce('young');
  await forgetRequests({ database });
  const { rows } = await sql<{ count: number }>`select count(*) from idempotency_keys`.execute(database);
  expect(rows).toEqual([{ count: 1 }]);
  const acted = acts;
  await actOnce('young');
  expect(acts).toBe(acted);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { takeDueCheckRuns } from './checkRuns.js';

test('a project with many due check runs leaves room for others, and one without a code host takes none', async () => {
  const { database, drop } = await createMigratedDatabase();
  await sql`insert into organisations (name) values ('acme')`.execute(database);
  for (const [project, due] of [
    ['many', 50],
    ['few', 1],
    ['hostless', 50],
  ] as const) {
    await sql`insert into projects (id, org, name) values (${project}, 'acme', ${project})`.execute(database);
    await sql`
      insert into check_runs (id, project_id, commit, version, next_attempt_at)
      select ${project} || i, ${project}, md5(i::text), 1, now() - ${due} * interval '1 hour'
      from generate_series(1, ${due}::int) i`.execute(database);
    if (project === 'hostless') continue;
    await sql`
      insert into code_hosts (project_id, kind, url, secret, check_name, comment)
      values (${project}, 'webhook', 'https://ci.example.com', '', 'svc', false)`.execute(database);
  }
  const take = async (limit: number, underWay: readonly string[] = []) => {
    const options = { limit, mostOfProject: 3, underWay, leaseSeconds: 60, only: null };
    return (await takeDueCheckRuns(database, options)).map(({ projectId }) => projectId).sort();
  };
  expect(await take(5)).toEqual(['few', 'many', 'many', 'many']);
  expect(await take(5, ['many', 'many'])).toEqual(['many']);
  expect(await take(5, ['many', 'many', 'many'])).toEqual([]);
  await drop();
});

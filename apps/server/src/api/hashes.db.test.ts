import type { Capture, Diff } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function capture(color: number, options: object = {}): Promise<string> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'forms',
    branch: 'main',
    commit: 'c0ffee1',
    snapshots: [{ name: 'page' }],
    ...options,
  });
  const png = image(() => [color, 0, 0]);
  await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=page`, png, 'image/png');
  return body.id;
}

test('no text holds a hash after uploads, a comparison and a decision', async () => {
  await capture(1, { autoBaseline: true });
  const headCaptureId = await capture(200);
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite: 'forms', headCaptureId });
  const diff = await settled(service, 'diffs', body.id);
  expect(diff.results[0]).toMatchObject({
    status: 'changed',
    headHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await service.ask('POST', `/api/v1/diffs/${diff.id}/approve`, {});
  const { database } = service.resources;
  const { rows: columns } = await sql<{ tableName: string; columnName: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and domain_name is null`.execute(database);
  const found: string[] = [];
  for (const { tableName, columnName } of columns) {
    const { rows } = await sql`
      select from ${sql.table(tableName)} where ${sql.ref(columnName)} ~ '^[0-9a-f]{64}$' limit 1`.execute(
      database,
    );
    if (rows.length > 0) found.push(`${tableName}.${columnName}`);
  }
  expect(columns.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

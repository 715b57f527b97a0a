import type { Capture, Diff } from '@svc/schema';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const names = Array.from({ length: 12 }, (_, index) => `n${index}`);

async function capture(shade: number, options: object = {}): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'recall',
    branch: 'main',
    snapshots: names.map((name) => ({ name })),
    ...options,
  });
  for (const [index, name] of names.entries())
    await service.upload(
      `/api/v1/snapshots?captureId=${body.id}&name=${name}`,
      image(shade + index),
      'image/png',
    );
  return body;
}

async function compare(headCaptureId: string): Promise<Diff> {
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite: 'recall', headCaptureId });
  return settled(service, 'diffs', body.id);
}

test('images that were compared before are looked up together, and show the same', async () => {
  await capture(1, { commit: 'c1', autoBaseline: true });
  const first = await compare((await capture(100, { commit: 'c2' })).id);
  expect(first.counts).toMatchObject({ changed: names.length });

  const again = await capture(100, { commit: 'c3' });
  const { query } = pg.Client.prototype;
  const statements: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given;
    // With a name, where its plan is kept.
    statements.push(typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text);
    return Reflect.apply(query, this, given);
  } as never);
  const second = await compare(again.id).finally(() => spy.mockRestore());

  const shown = ({ results }: Diff) =>
    results.map(({ name, status, diffPercentage, diffImageUrl, regions, fingerprint }) => ({
      name,
      status,
      diffPercentage,
      mask: diffImageUrl?.split('?')[0],
      regions,
      fingerprint,
    }));
  expect(shown(second)).toEqual(shown(first));
  const asked = statements.filter(
    (statement) => statement.includes('from comparisons') && statement.includes('asked.base'),
  );
  expect(asked).toHaveLength(1);
  expect(statements.filter((statement) => statement.startsWith('insert into "comparisons"'))).toEqual([]);
});

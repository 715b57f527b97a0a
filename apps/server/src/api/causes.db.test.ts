import type { Capture, Diff, DiffCauses, SnapshotHistory } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { type ColoredPage, type PageBox, recordColors } from '../../testing/pages/layoutRecord.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import type { Fleet } from '../domain/captures/Fleet.js';

const whole: PageBox = { x: 0, y: 0, width: 100, height: 100 };
const corner: PageBox = { x: 0, y: 0, width: 20, height: 20 };
const middle: PageBox = { x: 60, y: 60, width: 20, height: 20 };

function imageOf(page: ColoredPage): Buffer {
  const isIn = ({ x, y, width, height }: PageBox, at: number, down: number) =>
    at >= x && at < x + width && down >= y && down < y + height;
  return image(
    (x, y) => {
      const shown = Object.values(page).filter(({ box = whole }) => isIn(box, x, y));
      const [red = 0, green = 0, blue = 0] = (shown.at(-1)?.color.match(/\d+/g) ?? []).map(Number);
      return [red, green, blue];
    },
    { width: 100, height: 100 },
  );
}

let pages: Record<string, ColoredPage> = {};
let unrecorded: string[] = [];
const fleet: Fleet = {
  async capture(targets, { onOutcome, wantsLayout }) {
    for (const [index, { name }] of targets.entries()) {
      const page = pages[name] ?? {};
      const png = imageOf(page);
      const isWanted = (await wantsLayout?.(index, png)) === true && !unrecorded.includes(name);
      await onOutcome(index, {
        ...{ ok: true, png, unstable: false, renderer: 'test' },
        timings: { load: 1, settle: 1, shot: 1 },
        ...(isWanted && { layout: JSON.stringify(recordColors(page, [100, 100])) }),
      });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
};

let service: TestService;
let key: string;
let projects = 0;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = await service.newKey(`acme/causes-${++projects}`);
});

async function capture(shown: typeof pages, branch: string): Promise<Capture> {
  pages = shown;
  const targets = Object.keys(shown).map((name) => ({ name, url: `https://example.com/${name}` }));
  const run = { suite: 'web', branch, commit: `c-${branch}`, targets, autoBaseline: branch === 'main' };
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', run, key);
  return settled(service, 'captures', body.id, { apiKey: key });
}

/** Pages of main, and the diff of others with them. */
async function compare(before: typeof pages, after: typeof pages): Promise<Diff> {
  await capture(before, 'main');
  const { id: headCaptureId } = await capture(after, 'topic');
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite: 'web', headCaptureId }, key);
  return settled(service, 'diffs', body.id, { apiKey: key });
}

const read = async <T>(path: string): Promise<T> => (await service.ask<T>('GET', path, undefined, key)).body;

const blue = 'rgb(0, 102, 255)';
const dark = 'rgb(0, 85, 221)';
const red = 'rgb(255, 0, 0)';
const white = 'rgb(255, 255, 255)';

test('a result says why it changed, and where the elements are in both images', async () => {
  const diff = await compare(
    { card: { Card: { color: white }, Badge: { color: blue, box: corner } } },
    { card: { Card: { color: white }, Badge: { color: dark, box: corner } } },
  );
  expect(diff.results[0]?.causes).toMatchObject({
    causes: [
      {
        kind: 'style',
        property: 'background-color',
        from: '#0066ff',
        to: '#0055dd',
        component: 'Badge',
        text: '`background-color` #0066ff → #0055dd on `div.Badge`',
        regions: [0],
        isWhole: true,
      },
    ],
    total: 1,
    unexplained: [],
    isExplained: true,
    isPartial: false,
  });
  const { causes } = await read<{ causes: unknown }>(`/api/v1/diffs/${diff.id}/causes/result?name=card`);
  expect(causes).toMatchObject({ causes: [{ boxes: { before: [corner], after: [corner] } }] });
  const unknown = await service.ask('GET', `/api/v1/diffs/${diff.id}/causes/result?name=no`, undefined, key);
  expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'SNAPSHOT_NOT_IN_DIFF' } } });
  const history = await read<SnapshotHistory>('/api/v1/snapshots/history?suite=web&name=card');
  expect(history.events.map((event) => event.causes.map(({ property }) => property))).toEqual([
    ['background-color'],
    [],
  ]);
});

describe('the causes of a diff', () => {
  const before = {
    one: { Badge: { color: blue, box: corner } },
    two: { Badge: { color: blue, box: corner } },
    both: { Badge: { color: blue, box: corner }, Other: { color: white, box: middle } },
    within: { Badge: { color: blue }, Other: { color: white, box: corner } },
    same: { Badge: { color: blue, box: corner } },
    silent: { Badge: { color: blue, box: middle } },
  };
  const after = {
    ...before,
    one: { Badge: { color: dark, box: corner } },
    two: { Badge: { color: dark, box: corner } },
    both: { Badge: { color: dark, box: corner }, Other: { color: red, box: middle } },
    within: { Badge: { color: dark }, Other: { color: red, box: corner } },
    silent: { Badge: { color: dark, box: middle } },
  };

  test('are grouped over its results, with those that each explains completely', async () => {
    unrecorded = ['silent'];
    const { id } = await compare(before, after);
    unrecorded = [];
    const { slots, groups, ...rest } = await read<DiffCauses>(`/api/v1/diffs/${id}/causes`);
    expect(slots.map(({ name }) => name)).toEqual(['one', 'two', 'both', 'within']);
    expect(groups).toMatchObject([
      {
        from: '#0066ff',
        to: '#0055dd',
        component: 'Badge',
        elements: 4,
        results: [0, 1, 2, 3],
        explains: [0, 1],
      },
      { from: '#ffffff', to: '#ff0000', component: 'Other', elements: 2, results: [2, 3], explains: [] },
    ]);
    expect(rest).toEqual({ total: 2, unexplained: [], unknown: 1 });
  });

  test('approve what they explain completely, and nothing else', async () => {
    const { id } = await compare(before, after);
    const { groups } = await read<DiffCauses>(`/api/v1/diffs/${id}/causes`);
    const [badge, other] = groups.map(({ signature }) => signature);
    const approve = (body: object) => service.ask('POST', `/api/v1/diffs/${id}/approve`, body, key);
    expect(await approve({ explainedBy: other })).toMatchObject({
      status: 400,
      body: { error: { code: 'SNAPSHOT_NOT_IN_DIFF' } },
    });
    expect(await approve({ explainedBy: badge, slots: [{ name: 'one', viewport: null }] })).toMatchObject({
      body: { approved: 1, total: 1 },
    });
    expect(await approve({ explainedBy: badge })).toMatchObject({ body: { approved: 3, total: 3 } });
    const { results } = await read<Diff>(`/api/v1/diffs/${id}`);
    const pending = results.filter(({ approvalStatus }) => approvalStatus === 'pending');
    expect(pending.map(({ name }) => name)).toEqual(['both', 'within']);
  });

  test('told by an earlier version, are shown and decide nothing until they are told again', async () => {
    const { id } = await compare(before, after);
    const { groups } = await read<DiffCauses>(`/api/v1/diffs/${id}/causes`);
    await sql`update comparison_causes set version = 0`.execute(service.resources.database);

    const earlier = await read<DiffCauses>(`/api/v1/diffs/${id}/causes`);
    expect(earlier.groups).toEqual(groups.map((group) => ({ ...group, explains: [] })));
    const one = await read<{ causes: { causes: unknown[] } }>(`/api/v1/diffs/${id}/causes/result?name=one`);
    expect(one.causes.causes).toMatchObject([
      { from: '#0066ff', isWhole: false, boxes: { before: [corner] } },
    ]);
    const approve = () =>
      service.ask('POST', `/api/v1/diffs/${id}/approve`, { explainedBy: groups[0]?.signature }, key);
    expect(await approve()).toMatchObject({ status: 400, body: { error: { code: 'SNAPSHOT_NOT_IN_DIFF' } } });

    await service.ask('POST', `/api/v1/diffs/${id}/rediff`, {}, key);
    await settled(service, 'diffs', id, { apiKey: key });
    expect((await read<DiffCauses>(`/api/v1/diffs/${id}/causes`)).groups).toEqual(groups);
    expect(await approve()).toMatchObject({ body: { approved: 3, total: 3 } });
  });

  test('are told again from records that came later', async () => {
    unrecorded = ['silent'];
    const { id } = await compare(before, after);
    unrecorded = [];
    await capture({ silent: before.silent }, 'main');
    await capture({ silent: after.silent }, 'other');
    await service.ask('POST', `/api/v1/diffs/${id}/rediff`, {}, key);
    await settled(service, 'diffs', id, { apiKey: key });
    expect(await read<DiffCauses>(`/api/v1/diffs/${id}/causes`)).toMatchObject({ unknown: 0 });
  });
});

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recordLimits } from '@svc/layout-diff';
import type { Capture, Usage } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { layoutRecord } from '../../testing/pages/layoutRecord.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import type { Fleet } from '../domain/captures/Fleet.js';
import type { Slot } from '../domain/slot.js';
import { readLayout } from '../service/images/readLayout.js';
import { applyRetention } from '../service/retention/applyRetention.js';
import { removeMarked } from '../service/retention/removeMarked.js';
import { placeOf } from '../store/blobs/placeOf.js';
import { findLayouts } from '../store/images/layouts.js';
import { ensureProject } from '../store/projects/projects.js';

/** What pages look like and how they are laid out, by their names. */
let pages: Record<string, { shade: number; layout?: string }> = {};
/** The names of those whose layouts were asked for. */
let asked: string[] = [];

const fleet: Fleet = {
  async capture(targets, { onOutcome, wantsLayout }) {
    for (const [index, { name }] of targets.entries()) {
      const { shade = 1, layout } = pages[name] ?? {};
      const png = image(shade);
      const isWanted = (await wantsLayout?.(index, png)) === true;
      if (isWanted) asked.push(name);
      const timings = { load: 1, settle: 1, shot: 1 };
      const taken = isWanted && layout !== undefined ? { layout } : {};
      await onOutcome(index, { ok: true, png, unstable: false, timings, renderer: 'test', ...taken });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
};

let service: TestService;
let key: string;
let projectId: string;
let projects = 0;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());
beforeEach(async () => {
  const slug = `acme/layouts-${++projects}`;
  key = await service.newKey(slug);
  projectId = (await ensureProject(service.resources.database, slug)).id;
  await service.resources.database.updateTable('projects').set({ retentionDays: null }).execute();
});

const saying = (...texts: string[]) => JSON.stringify(layoutRecord(texts));

async function capture(laid: typeof pages): Promise<Capture> {
  [pages, asked] = [laid, []];
  const targets = Object.keys(laid).map((name) => ({ name, url: `https://example.com/${name}` }));
  const run = { suite: 'web', branch: 'main', targets, autoBaseline: true };
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', run, key);
  return settled(service, 'captures', body.id, { apiKey: key });
}

const slotOf = (name: string): Slot => ({ name, viewport: '', browser: '' });
const hashIn = ({ snapshots }: Capture, name: string) =>
  snapshots.find((snapshot) => snapshot.name === name)?.hash ?? '';
const layoutIn = (taken: Capture, name: string, of = name) =>
  readLayout(service.resources, projectId, { ...slotOf(of), imageHash: hashIn(taken, name) });
const recordIn = async (taken: Capture, name: string) => {
  const image = { ...slotOf(name), imageHash: hashIn(taken, name) };
  const [found] = await findLayouts(service.resources.database, projectId, [image]);
  return found?.hash ?? null;
};
const imageUsage = async () => (await service.ask<Usage>('GET', '/api/v1/usage', undefined, key)).body.images;

test('the layout of a page is recorded with its image, and not again while it looks the same', async () => {
  const first = await capture({ card: { shade: 1, layout: saying('hi') } });
  expect(asked).toEqual(['card']);
  expect(await layoutIn(first, 'card')).toEqual(layoutRecord(['hi']));
  await capture({ card: { shade: 1, layout: saying('unseen') } });
  expect(asked).toEqual([]);
  expect(await layoutIn(first, 'card')).toEqual(layoutRecord(['hi']));
  const second = await capture({ card: { shade: 2, layout: saying('ho') } });
  expect(asked).toEqual(['card']);
  expect(await layoutIn(second, 'card')).toEqual(layoutRecord(['ho']));
  await capture({ card: { shade: 1, layout: saying('unseen') } });
  expect(asked).toEqual([]);
});

test('an image that was taken before layouts were recorded gets its record later', async () => {
  const before = await capture({ card: { shade: 1 } });
  expect(await layoutIn(before, 'card')).toBeUndefined();
  await capture({ card: { shade: 1, layout: saying('hi') } });
  expect(await layoutIn(before, 'card')).toEqual(layoutRecord(['hi']));
});

test('slots that look alike have layouts of their own, or that of another; the same layout is stored once', async () => {
  const taken = await capture({
    card: { shade: 1, layout: saying('card') },
    tile: { shade: 1, layout: saying('tile') },
    copy: { shade: 2, layout: saying('tile') },
  });
  expect(await layoutIn(taken, 'card')).toEqual(layoutRecord(['card']));
  expect(await layoutIn(taken, 'tile')).toEqual(layoutRecord(['tile']));
  expect(await layoutIn(taken, 'card', 'renamed')).toEqual(layoutRecord(['card']));
  expect(await recordIn(taken, 'copy')).toBe(await recordIn(taken, 'tile'));
  expect(await recordIn(taken, 'card')).not.toBe(await recordIn(taken, 'tile'));
});

test.each([
  ['what is not JSON', '{'],
  ['another version', JSON.stringify({ ...layoutRecord(['hi']), version: 9 })],
  ['references to nothing', JSON.stringify({ ...layoutRecord(['hi']), fonts: [99] })],
])('%s is not stored, and the image is', async (_what, layout) => {
  const taken = await capture({ card: { shade: 1, layout } });
  expect(taken).toMatchObject({ status: 'completed', failedSnapshots: 0 });
  expect(await layoutIn(taken, 'card')).toBeUndefined();
});

test('of a page that is too large, the first nodes are stored', async () => {
  const texts = Array.from({ length: 2_000 }, () => randomBytes(150).toString('base64'));
  const taken = await capture({
    card: { shade: 1, layout: JSON.stringify({ ...layoutRecord(texts), x: 1 }) },
  });
  const { nodes = [], strings = [], partial, ...rest } = (await layoutIn(taken, 'card')) ?? {};
  expect({ partial, nodes: nodes.length }).toEqual({ partial: 'bytes', nodes: 1_000 });
  expect(strings.filter((text) => text !== '')).toEqual(['p', 'x', ...texts.slice(0, 1_000)]);
  expect(rest).not.toHaveProperty('x');
  const packed = await service.resources.blobs.get((await recordIn(taken, 'card')) ?? '');
  expect(packed.byteLength).toBeLessThan(recordLimits.deflatedBytes);
});

test('an image is stored even when its layout does not fit', async () => {
  const { database } = service.resources;
  await database.updateTable('projects').set({ maxBytes: 10_000 }).where('id', '=', projectId).execute();
  const texts = Array.from({ length: 100 }, () => randomBytes(150).toString('base64'));
  const taken = await capture({ card: { shade: 1, layout: saying(...texts) } });
  expect(taken.status).toBe('completed');
  expect(await layoutIn(taken, 'card')).toBeUndefined();
});

test.each(['lost', 'another'])(
  'a record whose bytes are lost is none, and is taken again once that was noticed: %s',
  async (text) => {
    const taken = await capture({ card: { shade: 1, layout: saying('lost') } });
    const hash = (await recordIn(taken, 'card')) ?? '';
    await rm(join(service.blobFolder, placeOf(hash)));
    expect(await layoutIn(taken, 'card')).toBeUndefined();
    await capture({ card: { shade: 1, layout: saying(text) } });
    expect(asked).toEqual(['card']);
    expect(await layoutIn(taken, 'card')).toEqual(layoutRecord([text]));
    await capture({ card: { shade: 1, layout: saying('unseen') } });
    expect(asked).toEqual([]);
  },
);

test('records count as usage and go with their images, their bytes with the last that has them', async () => {
  const { database, blobs } = service.resources;
  const shared = saying('shared');
  const first = await capture({
    card: { shade: 1, layout: saying('old') },
    tile: { shade: 2, layout: shared },
  });
  const [old, common] = [await recordIn(first, 'card'), await recordIn(first, 'tile')];
  const stored = await database
    .selectFrom('layoutRecords')
    .select(['hash', 'bytes'])
    .where('projectId', '=', projectId)
    .execute();
  const images = await database
    .selectFrom('images')
    .select('bytes')
    .where('projectId', '=', projectId)
    .execute();
  const bytes = [...stored, ...images].reduce((sum, one) => sum + one.bytes, 0);
  expect(await imageUsage()).toEqual({ count: 2, bytes });

  const second = await capture({ card: { shade: 3, layout: shared }, tile: { shade: 4 } });
  await sql`update projects set retention_days = 7 where id = ${projectId}`.execute(database);
  await sql`
    update images set created_at = now() - interval '9 days', needed_at = null
    where project_id = ${projectId}`.execute(database);
  for (const table of ['captures', 'diffs']) {
    await sql`
      update ${sql.table(table)} set created_at = now() - interval '9 days', completed_at = now() - interval '9 days'
      where project_id = ${projectId}`.execute(database);
  }
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`
      update baseline_entries set created_at = now() - interval '9 days' where project_id = ${projectId}`.execute(
      transaction,
    );
  });
  const wait = () => sql`update blob_removals set since = since - interval '61 minutes'`.execute(database);
  await applyRetention(service.resources);
  await wait();
  await removeMarked(service.resources);
  expect(await recordIn(first, 'card')).toBeNull();
  expect(await blobs.has(old ?? '')).toBe(true);
  await wait();
  await removeMarked(service.resources);
  expect(await blobs.has(old ?? '')).toBe(false);
  expect(await blobs.has(common ?? '')).toBe(true);
  expect(await layoutIn(second, 'card')).toEqual(layoutRecord(['shared']));
});

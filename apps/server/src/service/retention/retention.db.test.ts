import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Capture, Diff, DiffResult, Site, Usage } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { bytea } from '../../store/bytea.js';
import { ensureProject } from '../../store/projects/projects.js';
import { deleteMarks, lockMarked } from '../../store/retention/removals.js';
import { accessAsServer, accessProject, type ProjectAccess } from '../access/ProjectAccess.js';
import { approveSnapshots } from '../decisions/approveSnapshots.js';
import { changeSettings } from '../projects/changeSettings.js';
import { applyRetention } from './applyRetention.js';
import { removeMarked } from './removeMarked.js';

const keptDays = 30;

let service: TestService;
let slug: string;
let key: string;
const ada = { kind: 'person', via: 'session', id: 'ada', name: 'ada', isOperator: false } as const;
let access: ProjectAccess;
let projects = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => enterNewProject());

/** The only project that does not keep everything. */
async function enterNewProject(): Promise<void> {
  await service.resources.database.updateTable('projects').set({ retentionDays: null }).execute();
  slug = `acme/project-${++projects}`;
  key = await service.newKey(slug);
  await keepFor(keptDays);
}

async function keepFor(retentionDays: number | null): Promise<void> {
  const project = await ensureProject(service.resources.database, slug);
  await changeSettings(service.resources, accessAsServer(project), { retentionDays });
  access = accessProject(await ensureProject(service.resources.database, slug), ada, { role: 'owner' });
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Other pixels for every number, far enough apart to be seen. */
const imageOf = (look: number) => image((x) => ((look >> x) & 1 ? 0 : 200), { width: 24 });

let looks = 0;
const newImage = () => imageOf(++looks);
let commits = 0;

async function capture(png: Buffer, options: object = {}): Promise<string> {
  const { body } = await service.ask<Capture>(
    'POST',
    '/api/v1/captures',
    {
      suite: 'forms',
      branch: 'main',
      commit: `c0ffee${++commits}`,
      snapshots: [{ name: 'one' }],
      ...options,
    },
    key,
  );
  const uploaded = await service.upload(
    `/api/v1/snapshots?captureId=${body.id}&name=one`,
    png,
    'image/png',
    key,
  );
  expect(uploaded.status).toBe(200);
  return body.id;
}

async function diff(headCaptureId: string, options: object = {}): Promise<Diff> {
  const { body } = await service.ask<Diff>(
    'POST',
    '/api/v1/diffs',
    { suite: 'forms', headCaptureId, ...options },
    key,
  );
  return settled(service, 'diffs', body.id, { apiKey: key });
}

async function resultOf(diffId: string): Promise<DiffResult> {
  const [result] = (await settled(service, 'diffs', diffId, { apiKey: key })).results;
  if (!result) throw new Error('the diff has no result');
  return result;
}

/** Lets so many days pass for all that there is. */
const pass = (days: number): Promise<void> =>
  service.resources.database.transaction().execute(async (transaction) => {
    // What was promoted never changes; only here does its day.
    await sql`set local session_replication_role = replica`.execute(transaction);
    const moments = {
      images: ['createdAt', 'removedAt', 'neededAt'],
      captures: ['createdAt', 'completedAt'],
      diffs: ['createdAt', 'completedAt'],
      baselineEntries: ['createdAt'],
      sites: ['createdAt', 'usedAt'],
    };
    for (const [table, columns] of Object.entries(moments)) {
      for (const column of columns) {
        const at = sql.ref(column);
        await sql`update ${sql.table(table)} set ${at} = ${at} - make_interval(days => ${days})`.execute(
          transaction,
        );
      }
    }
  });

/** As on the next day: between two looks at a project there is one. */
async function mark(): Promise<void> {
  await sql`delete from retention_marks`.execute(service.resources.database);
  await applyRetention(service.resources);
}
/** Lets the time between marking and removing be over. */
const wait = () =>
  sql`update blob_removals set since = since - interval '61 minutes'`.execute(service.resources.database);
const remove = () => removeMarked(service.resources);

/** A look at what is kept no longer, and the next one. */
async function retain(): Promise<void> {
  await mark();
  await wait();
  await remove();
}

const has = (png: Buffer) => service.resources.blobs.has(hashOf(png));
const fetchImage = (png: Buffer) => {
  const { pathname, search } = new URL(service.resources.links.image(access.project.id, hashOf(png)));
  return service.app.inject({ url: pathname + search });
};

describe('what goes', () => {
  test('an image that was never a baseline, with its mask and thumbnail; what is known of it stays', async () => {
    const [base, head] = [newImage(), newImage()];
    await capture(base, { autoBaseline: true });
    const { id } = await diff(await capture(head));
    const before = await resultOf(id);
    const { database } = service.resources;
    const made = await database
      .selectFrom('comparisons')
      .selectAll()
      .where('projectId', '=', access.project.id)
      .executeTakeFirstOrThrow();
    const usage = async () =>
      (await service.ask<Usage>('GET', '/api/v1/usage', undefined, key)).body.images.count;
    expect(await usage()).toBe(4);

    await pass(keptDays + 1);
    await retain();
    expect([await has(base), await has(head)]).toEqual([true, false]);
    for (const hash of [made.maskHash, made.thumbnailHash])
      expect(await service.resources.blobs.has(hash ?? '')).toBe(false);
    expect(await usage()).toBe(1);

    expect(await resultOf(id)).toMatchObject({
      status: before.status,
      diffPercentage: before.diffPercentage,
    });
    const answer = await fetchImage(head);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toMatchObject({
      code: 'IMAGE_NOT_FOUND',
      message: expect.stringMatching(
        /^This image was removed on \d{4}-\d\d-\d\d, according to the retention/,
      ),
    });
    const thumbnail = await service.app.inject({
      url: `/api/v1/comparisons/${made.id}/thumbnail?token=${service.resources.links.imageToken(access.project.id)}`,
    });
    expect(thumbnail.statusCode).toBe(404);
    const told = await database
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'images.removed')
      .where('projectId', '=', access.project.id)
      .execute();
    expect(told).toMatchObject([{ actor: 'server:retention', details: { count: 3 } }]);
  });

  test('a baseline that was replaced that long ago, but not one that was replaced since', async () => {
    const [first, second, third] = [newImage(), newImage(), newImage()];
    await capture(first, { autoBaseline: true });
    await capture(second, { autoBaseline: true });
    await pass(keptDays + 1);
    await capture(third, { autoBaseline: true });
    await retain();
    expect([await has(first), await has(second), await has(third)]).toEqual([false, true, true]);
    await pass(keptDays + 1);
    await retain();
    expect([await has(second), await has(third)]).toEqual([false, true]);
  });

  test('a baseline that a newer commit replaced already, though its build ended last (R5)', async () => {
    const [older, newer] = [newImage(), newImage()];
    const [parent, child] = ['a'.repeat(40), 'b'.repeat(40)];
    const commits = [
      { id: child, parents: [parent], origin: '1'.repeat(32) },
      { id: parent, parents: [], origin: '2'.repeat(32) },
    ];
    expect((await service.ask('POST', '/api/v1/commits', { commits }, key)).status).toBe(200);
    await capture(newer, { commit: child, autoBaseline: true });
    await capture(older, { commit: parent, autoBaseline: true });
    await pass(keptDays + 1);
    await retain();
    expect([await has(older), await has(newer)]).toEqual([false, true]);
  });

  test('what the default branch replaced under its former name, and none of its baselines (R42)', async () => {
    const [replaced, current, ofOther] = [newImage(), newImage(), newImage()];
    await capture(replaced, { autoBaseline: true });
    await capture(ofOther, { suite: 'other', autoBaseline: true });
    await changeSettings(service.resources, access, { defaultBranch: 'trunk' });
    await capture(current, { branch: 'trunk', autoBaseline: true });
    await pass(keptDays + 1);
    await retain();
    expect([await has(replaced), await has(current), await has(ofOther)]).toEqual([false, true, true]);
  });

  test('the baselines of a branch that was neither captured nor compared with', async () => {
    const [ofMain, ofRelease, ofTrunk, ofFeature, ofAsked] = Array.from({ length: 5 }, newImage) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    for (const [png, branch] of [
      [ofMain, 'main'],
      [ofRelease, 'release'],
      [ofTrunk, 'trunk'],
      [ofFeature, 'feature'],
      [ofAsked, 'asked'],
    ] as const)
      await capture(png, { branch, autoBaseline: true });
    await pass(keptDays + 1);
    // Another image, which nobody has approved: the baseline is still the branch's own.
    await capture(newImage(), { branch: 'release' });
    await capture(newImage(), { branch: 'other', baselineRef: 'trunk' });
    await diff(await capture(newImage(), { branch: 'other' }), { targetRefs: ['asked'] });
    await retain();
    const kept = await Promise.all([ofMain, ofRelease, ofTrunk, ofFeature, ofAsked].map(has));
    expect(kept).toEqual([true, true, true, false, true]);
  });

  test('nothing where everything is kept forever, and nothing before its time', async () => {
    const png = newImage();
    await capture(png);
    await pass(keptDays - 1);
    await retain();
    expect(await has(png)).toBe(true);
    await pass(10_000);
    await keepFor(null);
    await retain();
    expect(await has(png)).toBe(true);
    await keepFor(3650);
    await retain();
    expect(await has(png)).toBe(false);
  });

  test('within a day, and at once when the settings have changed', async () => {
    const look = async () => {
      await applyRetention(service.resources);
      await wait();
      await remove();
    };
    const aged = async () => {
      const png = newImage();
      await capture(png);
      await pass(keptDays + 1);
      return png;
    };
    await look();
    const first = await aged();
    await look();
    expect(await has(first)).toBe(true);
    await sql`update retention_marks set marked_at = marked_at - interval '24 hours'`.execute(
      service.resources.database,
    );
    await look();
    expect(await has(first)).toBe(false);
    const second = await aged();
    await look();
    expect(await has(second)).toBe(true);
    await keepFor(keptDays - 1);
    await look();
    expect(await has(second)).toBe(false);
  });

  test('nothing that was marked when the project decided to keep everything', async () => {
    const png = newImage();
    await capture(png);
    await pass(keptDays + 1);
    await mark();
    await keepFor(null);
    await wait();
    expect(await remove()).toBe(0);
    expect(await has(png)).toBe(true);
  });

  test('bytes go with the last that has them: an image of another project, or a file of a site', async () => {
    const [shared, file] = [newImage(), newImage()];
    await capture(shared);
    await capture(file);
    const site = await upload({ 'index.html': Buffer.from('<h1>hi</h1>'), 'logo.png': file });
    const before = { slug, key, access };
    await enterNewProject();
    await keepFor(null);
    await capture(shared);
    const other = access;
    ({ slug, key, access } = before);
    await keepFor(keptDays);
    await pass(keptDays + 1);
    await service.resources.database
      .updateTable('sites')
      .set({ usedAt: new Date() })
      .where('id', '=', site)
      .execute();
    await retain();
    expect((await fetchImage(shared)).statusCode).toBe(404);
    expect((await fetchImage(file)).statusCode).toBe(404);
    expect([await has(shared), await has(file)]).toEqual([true, true]);
    await keepFor(null);
    access = other;
    expect((await fetchImage(shared)).statusCode).toBe(200);
  });
});

/** Uploads a site and waits until it is unpacked. */
async function upload(files: Record<string, Buffer>): Promise<string> {
  const archive = pack();
  for (const [name, bytes] of Object.entries(files)) archive.entry({ name }, bytes);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  const { body } = await service.upload(
    '/api/v1/sites',
    gzipSync(Buffer.concat(chunks)),
    'application/gzip',
    key,
  );
  const { id } = body as Site;
  expect((await settled(service, 'sites', id, { apiKey: key })).status).toBe('ready');
  return id;
}

describe('sites', () => {
  test('go when they were not used, with files that no other site has', async () => {
    const [both, one] = [Buffer.from(`both ${slug}`), Buffer.from(`one ${slug}`)];
    const old = await upload({ 'index.html': one, 'shared.js': both });
    const young = await upload({ 'shared.js': both });
    await pass(keptDays + 1);
    const url = new URL(`/index.html`, service.resources.links.site(young)).href;
    const used = await service.ask(
      'POST',
      '/api/v1/captures',
      { suite: 'forms', ephemeral: true, targets: [{ name: 'a', url }] },
      key,
    );
    expect(used.status).toBe(200);
    await retain();
    const status = async (id: string) =>
      (await service.ask('GET', `/api/v1/sites/${id}`, undefined, key)).status;
    expect([await status(old), await status(young)]).toEqual([404, 200]);
    expect([await has(both), await has(one)]).toEqual([true, false]);
  });

  test('a file that is uploaded again while it is marked stays', async () => {
    const bytes = Buffer.from(`again ${slug}`);
    await upload({ 'index.html': bytes });
    await pass(keptDays + 1);
    await mark();
    await wait();
    await upload({ 'other.html': bytes });
    await remove();
    expect(await has(bytes)).toBe(true);
  });
});

describe('what was removed', () => {
  test('is asked for again, taken again, and shown again', async () => {
    const png = newImage();
    await capture(png);
    await pass(keptDays + 1);
    await mark();
    const byHash = { suite: 'forms', branch: 'main', snapshots: [{ name: 'one', hash: hashOf(png) }] };
    // From the mark on: who is told that the bytes are known may take its time to refer to them.
    expect((await service.ask('POST', '/api/v1/captures', byHash, key)).status).toBe(404);
    await wait();
    await remove();
    expect(await has(png)).toBe(false);
    expect((await service.ask('POST', '/api/v1/captures', byHash, key)).status).toBe(404);
    await capture(png);
    expect((await fetchImage(png)).statusCode).toBe(200);
    expect((await service.ask('POST', '/api/v1/captures', byHash, key)).status).toBe(200);
    await retain();
    expect(await has(png)).toBe(true);
  });

  test('cannot be approved, and nothing else of the decision happens', async () => {
    const { id } = await diff(await capture(newImage()));
    await pass(keptDays + 1);
    await retain();
    await expect(approveSnapshots(service.resources, access, id)).rejects.toThrow(
      'The image of "one" was removed, according to the retention of the project; capture it again, then decide',
    );
    expect((await resultOf(id)).approvalStatus).toBe('pending');
    const entries = await service.resources.database
      .selectFrom('baselineEntries')
      .select('id')
      .where('projectId', '=', access.project.id)
      .execute();
    expect(entries).toEqual([]);
  });

  test('still tells whether something changed, and by how much if that was ever known', async () => {
    const [base, head, other] = [newImage(), newImage(), newImage()];
    const captures = { base: await capture(base), head: await capture(head), other: await capture(other) };
    const known = await resultOf((await diff(captures.head, { baseCaptureId: captures.base })).id);
    expect(known).toMatchObject({ status: 'changed', diffPercentage: expect.any(Number) });
    await pass(keptDays + 1);
    await retain();
    expect([await has(base), await has(head)]).toEqual([false, false]);

    const again = await diff(captures.head, { baseCaptureId: captures.base });
    expect(await resultOf(again.id)).toMatchObject({
      status: 'changed',
      diffPercentage: known.diffPercentage,
    });
    const unknown = await diff(captures.other, { baseCaptureId: captures.base });
    expect(await resultOf(unknown.id)).toMatchObject({ status: 'changed', diffPercentage: null });
    const same = await diff(captures.base, { baseCaptureId: captures.base });
    expect(await resultOf(same.id)).toMatchObject({ status: 'unchanged', diffPercentage: 0 });

    // Back are the images, and with them what the comparison showed.
    await capture(base);
    await capture(head);
    const whole = await diff(captures.head, { baseCaptureId: captures.base });
    const { diffImageUrl } = await resultOf(whole.id);
    const { pathname, search } = new URL(diffImageUrl ?? '');
    expect((await service.app.inject({ url: pathname + search })).statusCode).toBe(200);
  });
});

describe('what is needed between the mark and the removal stays', () => {
  test('an image that is captured, compared or approved', async () => {
    const [captured, compared, approved] = [newImage(), newImage(), newImage()];
    await capture(captured);
    const old = await capture(compared);
    const { id } = await diff(await capture(approved));
    await pass(keptDays + 1);
    await mark();
    await capture(captured);
    await diff(await capture(newImage()), { baseCaptureId: old });
    await approveSnapshots(service.resources, access, id);
    await wait();
    await remove();
    expect([await has(captured), await has(compared), await has(approved)]).toEqual([true, true, true]);
  });

  test('an image that a retry replaced, as long as those of its capture', async () => {
    const replaced = newImage();
    await capture(replaced);
    await pass(keptDays + 1);
    const id = await capture(replaced, { snapshots: [{ name: 'one' }, { name: 'never' }] });
    const path = `/api/v1/snapshots?captureId=${id}&name=one`;
    expect((await service.upload(path, newImage(), 'image/png', key)).status).toBe(200);
    await retain();
    expect(await has(replaced)).toBe(true);
    await pass(keptDays + 1);
    await retain();
    expect(await has(replaced)).toBe(false);
  });

  test('an image that a diff will be compared with when its head is there', async () => {
    const png = newImage();
    const old = await capture(png);
    await pass(keptDays + 1);
    await mark();
    // Nobody takes its images here.
    const head = await service.ask<Capture>(
      'POST',
      '/api/v1/captures',
      { suite: 'forms', ephemeral: true, targets: [{ name: 'one', url: 'https://acme.example/' }] },
      key,
    );
    const body = { suite: 'forms', headCaptureId: head.body.id, baseCaptureId: old };
    expect((await service.ask('POST', '/api/v1/diffs', body, key)).status).toBe(200);
    await wait();
    await remove();
    expect(await has(png)).toBe(true);
  });

  test('bytes that were stored again, though nothing refers to them yet', async () => {
    const png = newImage();
    await capture(png);
    await pass(keptDays + 1);
    await mark();
    await wait();
    await service.resources.blobs.put(png);
    expect(await remove()).toBe(0);
    expect(await has(png)).toBe(true);
  });

  test('bytes that are stored at the very moment when they are removed', async () => {
    const png = newImage();
    await capture(png);
    await pass(keptDays + 1);
    await mark();
    const { blobs, database } = service.resources;
    const { storing } = await database.transaction().execute(async (transaction) => {
      expect(await lockMarked(transaction, 0, 1)).toEqual([hashOf(png)]);
      const stored = blobs.put(png);
      await expect(Promise.race([stored, setTimeout(200, 'waits')])).resolves.toBe('waits');
      await blobs.delete(hashOf(png));
      await deleteMarks(transaction, [hashOf(png)]);
      return { storing: stored };
    });
    await storing;
    expect(await has(png)).toBe(true);
  });

  test('an image whose transaction has not ended yet', async () => {
    const png = newImage();
    await capture(png);
    const id = await capture(newImage());
    await pass(keptDays + 1);
    await mark();
    await wait();
    const { database } = service.resources;
    await database.transaction().execute(async (transaction) => {
      await transaction.updateTable('captures').set({ createdAt: new Date() }).where('id', '=', id).execute();
      await transaction
        .updateTable('snapshots')
        .set({ hash: bytea(hashOf(png)) })
        .where('captureId', '=', id)
        .execute();
      await remove();
    });
    expect(await has(png)).toBe(true);
  });

  test('approvals race with removals: each ends with an image that is there, or is refused', async () => {
    const heads = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const png = newImage();
        const { id } = await diff(await capture(png, { branch: `b${looks}` }));
        return { png, id };
      }),
    );
    await pass(keptDays + 1);
    await mark();
    await wait();
    const outcomes = await Promise.all([
      ...heads.map(({ id }) =>
        approveSnapshots(service.resources, access, id).then(
          () => true,
          (error: Error) => {
            expect(error.message).toMatch(/was removed/);
            return false;
          },
        ),
      ),
      remove(),
    ]);
    const kept = await Promise.all(heads.map(({ png }) => has(png)));
    expect(kept).toEqual(outcomes.slice(0, heads.length));
  });

  test('uploads race with removals: what was acknowledged is there', async () => {
    const images = Array.from({ length: 12 }, newImage);
    for (let round = 0; round < 3; round++) {
      await Promise.all(images.map((png) => capture(png)));
      await pass(keptDays + 1);
      await mark();
      await wait();
      await Promise.all([remove(), ...images.map((png) => capture(png)), remove()]);
      await retain();
      expect(await Promise.all(images.map(has))).toEqual(images.map(() => true));
    }
  });
});

test('whatever happens, young images and the baselines of the default branch are there, and what nothing needs is not', async () => {
  const branch = fc.constantFrom('main', 'feature');
  const event = fc.oneof(
    fc.record({ kind: fc.constant('capture' as const), branch, look: fc.nat(3), baseline: fc.boolean() }),
    fc.record({ kind: fc.constant('approve' as const), branch, look: fc.nat(3) }),
    fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('retain' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 12 }), async (events) => {
      await enterNewProject();
      const start = looks;
      looks += 4;
      const images = [1, 2, 3, 4].map((look) => imageOf(start + look));
      let today = 0;
      /** The day on which each image was last captured, and the newest baselines by branch with those that they replaced. */
      const seen = new Map<number, number>();
      const baselines = new Map<string, { look: number; until: number | null }[]>();
      const lively = new Map<string, number>();
      const promote = (to: string, look: number) => {
        const log = baselines.get(to) ?? [];
        const last = log.at(-1);
        if (last) last.until = today;
        baselines.set(to, [...log, { look, until: null }]);
      };
      const isKept = (look: number) => {
        const since = today - keptDays;
        // Notes are made once a day: what was needed stays for up to one more.
        if ((seen.get(look) ?? Number.NEGATIVE_INFINITY) >= since) return true;
        return [...baselines].some(
          ([name, log]) =>
            (name === 'main' || (lively.get(name) ?? Number.NEGATIVE_INFINITY) > since) &&
            log.some(
              (entry) =>
                entry.look === look && (entry.until ?? today) > since - (entry.until === null ? 1e9 : 0),
            ),
        );
      };
      /** Removed while its branch had no builds; it does not come back when the branch has some again. */
      const gone = new Set<number>();
      const retainAll = async () => {
        await retain();
        for (const look of images.keys()) if (!isKept(look)) gone.add(look);
      };
      for (const one of events) {
        if (one.kind === 'pass') {
          await pass(one.days);
          today += one.days;
        } else if (one.kind === 'retain') {
          await retainAll();
        } else {
          const png = images[one.look] as Buffer;
          const isBaseline = one.kind === 'capture' && one.baseline;
          const id = await capture(png, { branch: one.branch, autoBaseline: isBaseline });
          seen.set(one.look, today);
          gone.delete(one.look);
          lively.set(one.branch, today);
          if (isBaseline) promote(one.branch, one.look);
          if (one.kind === 'approve') {
            const { id: diffId, counts } = await diff(id);
            await approveSnapshots(service.resources, access, diffId);
            if (counts.changed + counts.new > 0) promote(one.branch, one.look);
            const base = (await resultOf(diffId)).baselineHash;
            const at = images.findIndex((other) => hashOf(other) === base);
            if (at >= 0) seen.set(at, today);
          }
        }
      }
      await retainAll();
      expect(await Promise.all(images.map(has))).toEqual(images.map((_, look) => !gone.has(look)));
    }),
    { numRuns: 10, seed: 1 },
  );
}, 300_000);

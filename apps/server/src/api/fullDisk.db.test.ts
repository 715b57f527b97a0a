import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Capture, Diff, Site } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { mountSmallDisk } from '../../testing/mountSmallDisk.js';
import { settled } from '../../testing/settled.js';
import { type Answer, startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';
import { StorageUnavailable } from '../domain/StorageUnavailable.js';
import type { BlobStore } from '../store/blobs/BlobStore.js';
import { createDisks } from '../store/disks.js';

const codeOf = ({ status, body }: Answer<unknown>) =>
  status === 200 ? 'ok' : `${status} ${(body as { error: { code: string } }).error.code}`;
const unavailable = '503 STORAGE_UNAVAILABLE';

/** Noise, which does not compress: some 90 KB. */
function noise(seed: number): Buffer {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return image(() => [next(), next(), next()], { width: 200, height: 150 });
}

const newCapture = async (service: TestService) =>
  (await service.ask<Capture>('POST', '/api/v1/captures', { suite: 'full', branch: 'main', commit: 'abc' }))
    .body.id;

const uploadShot = (service: TestService, captureId: string, seed: number) =>
  service.upload(`/api/v1/snapshots?captureId=${captureId}&name=shot${seed}`, noise(seed), 'image/png');

const disk = mountSmallDisk(4);
describe(`a full disk of images (${disk ? 'a small file system' : 'an injected fault: mounting is not permitted'})`, () => {
  let service: TestService;
  let filler: string;
  let isFull = false;
  beforeAll(async () => {
    service = await startTestService(
      undefined,
      undefined,
      undefined,
      disk ? { dataFolder: disk.folder } : {},
    );
    filler = join(service.blobFolder, 'filler');
    if (!disk) service.resources.blobs = failing(service.resources.blobs, () => isFull);
  });
  afterAll(async () => {
    await service?.stop();
    disk?.unmount();
  });

  const fill = async () => {
    isFull = true;
    if (disk) await writeFile(filler, Buffer.alloc(5_000_000)).catch(() => undefined);
  };
  const free = async () => {
    isFull = false;
    if (existsSync(filler)) await rm(filler);
  };

  test('every upload is answered 503, what was acknowledged is there, and it recovers', async () => {
    const captureId = await newCapture(service);
    for (let seed = 1; seed <= 5; seed++)
      expect(codeOf(await uploadShot(service, captureId, seed))).toBe('ok');
    await fill();
    const site = gzipSync(tarOf({ 'index.html': noise(99).toString('latin1') }));
    const refused = [
      ...(await Promise.all([6, 7, 8, 9].map((seed) => uploadShot(service, captureId, seed)))),
      await service.upload('/api/v1/sites', site, 'application/gzip'),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => unavailable));
    await expectShots(captureId, 5);
    await free();
    for (let seed = 6; seed <= 9; seed++)
      expect(codeOf(await uploadShot(service, captureId, seed))).toBe('ok');
    await expectShots(captureId, 9);
    expect(codeOf(await service.upload('/api/v1/sites', site, 'application/gzip'))).toBe('ok');
  });

  async function expectShots(captureId: string, count: number): Promise<void> {
    const { body } = await service.ask<Capture>('GET', `/api/v1/captures/${captureId}`);
    expect(body.snapshots.map(({ name }) => name).sort()).toEqual(
      Array.from({ length: count }, (_, index) => `shot${index + 1}`),
    );
    for (const [index, { imageUrl }] of body.snapshots.entries()) {
      const { pathname, search } = new URL(imageUrl ?? '');
      const response = await service.app.inject({ url: pathname + search });
      expect([response.statusCode, index]).toEqual([200, index]);
    }
  }

  test('a site whose files have no room waits, without an attempt used up, until they have', async () => {
    const { resources } = service;
    const blobs = resources.blobs;
    const text = 'a file that has no room yet';
    let full = true;
    let tries = 0;
    resources.blobs = {
      ...blobs,
      put: async (content) => {
        if (full && content instanceof Uint8Array && Buffer.from(content).equals(Buffer.from(text))) {
          tries += 1;
          throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
        }
        return blobs.put(content);
      },
    };
    try {
      const archive = gzipSync(tarOf({ 'index.html': text }));
      const { body } = await service.upload('/api/v1/sites', archive, 'application/gzip');
      const { id } = body as Site;
      await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(0);
      const waiting = () =>
        sql<{ retryCount: number }>`
          select retry_count from pgboss.job where name = 'unpackSite' and data->>'siteId' = ${id}
            and state = 'created' and start_after > created_on`.execute(resources.database);
      await expect
        .poll(async () => (await waiting()).rows, { timeout: 20_000 })
        .toMatchObject([{ retryCount: 0 }]);
      full = false;
      expect(await settled(service, 'sites', id)).toMatchObject({ status: 'ready', fileCount: 1 });
    } finally {
      resources.blobs = blobs;
    }
  });
});

/** A store whose disk is full at times. */
const failing = (blobs: BlobStore, isFull: () => boolean): BlobStore => ({
  ...blobs,
  put: async (content) => {
    if (!isFull()) return blobs.put(content);
    throw new StorageUnavailable('The disk that holds the images is full.', {
      cause: Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' }),
    });
  },
});

describe('a full disk of the database', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service?.stop());

  /** Every change of every table of the service fails as it does when PostgreSQL has no room. */
  async function fill(): Promise<void> {
    const { database } = service.resources;
    await sql`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
      end $$`.execute(database);
    await sql`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename !~ '^kysely' loop
        execute format('create trigger no_room before insert or update or delete on %I
          for each statement execute function no_room()', name);
      end loop; end $$`.execute(database);
  }
  const free = () => sql`drop function no_room cascade`.execute(service.resources.database);

  test('every write is answered 503, reads go on, and it recovers', async () => {
    const captureId = await newCapture(service);
    expect(codeOf(await uploadShot(service, captureId, 1))).toBe('ok');
    const { body: made } = await service.ask<Diff>('POST', '/api/v1/diffs', {
      suite: 'full',
      headCaptureId: captureId,
    });
    const diff = await settled(service, 'diffs', made.id);
    const open = await newCapture(service);
    const session = { suite: 'full', branch: 'b', commit: 'c1' };
    const { body: opened } = await service.ask<{ sessionId: string }>('POST', '/api/v1/sessions', session);
    const writes: (() => Promise<Answer<unknown>>)[] = [
      () => uploadShot(service, open, 2),
      () => service.ask('POST', '/api/v1/captures', { suite: 'full', branch: 'main', commit: 'abd' }),
      () => service.ask('POST', '/api/v1/diffs', { suite: 'full', headCaptureId: captureId }),
      () => service.ask('POST', `/api/v1/diffs/${diff.id}/approve`, {}),
      () => service.ask('POST', `/api/v1/diffs/${diff.id}/rediff`, {}),
      () => service.ask('POST', '/api/v1/sessions', { ...session, commit: 'c2' }),
      () => service.ask('POST', `/api/v1/sessions/${opened.sessionId}/complete`, { exitCode: 0 }),
      () => service.upload('/api/v1/sites', gzipSync(tarOf({ 'index.html': 'x' })), 'application/gzip'),
    ];
    await fill();
    const refused: string[] = [];
    for (const write of writes) refused.push(codeOf(await write()));
    expect(refused).toEqual(writes.map(() => unavailable));
    expect((await service.ask('GET', `/api/v1/diffs/${diff.id}`)).status).toBe(200);
    await free();
    const recovered: string[] = [];
    for (const write of writes) recovered.push(codeOf(await write()));
    expect(recovered).toEqual(writes.map(() => 'ok'));
  });
});

test('/readyz says that a disk is nearly full before it is, and that it no longer is', async () => {
  const service = await startTestService();
  try {
    let share = 0.06;
    service.resources.disks = createDisks(['/data'], 5, async () => ({ bytes: 1e9, share }));
    expect((await service.ask('GET', '/readyz')).status).toBe(200);
    share = 0.04;
    const refused = await service.ask('GET', '/readyz');
    expect(codeOf(refused)).toBe(unavailable);
    expect(JSON.stringify(refused.body)).toContain('The disk of /data is nearly full: 0.9 GiB free (4 %)');
    expect((await service.ask('GET', '/healthz')).status).toBe(200);
    share = 0.06;
    expect((await service.ask('GET', '/readyz')).status).toBe(200);
  } finally {
    await service.stop();
  }
});

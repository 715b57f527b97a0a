import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type SiteFile, SvcClient } from '@svc/sdk';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleSite } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import type { Context } from '../Context.js';
import { listFiles } from '../files/listFiles.js';
import { createProgress } from '../output/Progress.js';
import { uploadBuild } from './uploadBuild.js';

const build = mkdtempSync(join(tmpdir(), 'svc-build-'));
beforeAll(() => {
  writeFileSync(join(build, 'index.html'), 'same');
  writeFileSync(join(build, 'a.js'), 'x'.repeat(1_000_000));
  writeFileSync(join(build, 'b.js'), 'changed'.repeat(60_000));
  writeFileSync(join(build, 'copy.js'), 'changed'.repeat(60_000));
});
afterAll(() => rmSync(build, { recursive: true }));

const pending = sampleSite({ status: 'pending' });
const hashesIn = (body: unknown, ...paths: string[]) =>
  (body as { files: SiteFile[] }).files.flatMap(({ path, hash }) => (paths.includes(path) ? hash : []));

async function upload(handlers: FakeHandlers) {
  const service = await startFakeService({ uploadSite: () => pending, ...handlers });
  try {
    const client = new SvcClient({ apiKey: 'svc_test', apiUrl: service.url, maxRetries: 0 });
    const said: string[] = [];
    const stderr = { write: (text: string) => said.push(text) };
    const progress = createProgress({ stderr, env: {}, outputFlags: {} });
    const context = { note: () => {} } as unknown as Context;
    const site = await uploadBuild(client, await listFiles(build), context, progress);
    return { site, said: said.join(''), service };
  } finally {
    await service.close();
  }
}

async function namesIn(archive: Buffer | undefined): Promise<string[]> {
  const names: string[] = [];
  const unpack = extract();
  unpack.end(gunzipSync(archive ?? Buffer.alloc(0)));
  for await (const entry of unpack) {
    names.push(entry.header.name);
    entry.resume();
  }
  return names;
}

test('sends what the project lacks, once, and says how much', async () => {
  const { site, said, service } = await upload({
    announceSite: ({ body }) => ({ site: pending, missing: hashesIn(body, 'b.js') }),
    uploadSiteFiles: () => pending,
  });
  expect(site.id).toBe(pending.id);
  const { body } = service.of('announceSite')[0] ?? {};
  expect(body).toMatchObject({ files: ['a.js', 'b.js', 'copy.js', 'index.html'].map((path) => ({ path })) });
  expect(await namesIn(service.of('uploadSiteFiles')[0]?.bytes)).toEqual(hashesIn(body, 'b.js'));
  expect(said).toContain('Uploaded 1 of 4 files, 0.4 of 1.8 MB');
  expect(service.of('uploadSite')).toEqual([]);
});

test('sends nothing where the project has everything', async () => {
  const { said, service } = await upload({ announceSite: () => ({ site: pending, missing: [] }) });
  expect(service.requests.map(({ operation }) => operation)).toEqual(['announceSite']);
  expect(said).toContain('Uploaded 0 of 4 files, 0.0 of 1.8 MB');
});

test('sends the whole build to an older service', async () => {
  const { service } = await upload({
    announceSite: () => new Refusal('NOT_FOUND', 'There is no POST /api/v1/sites/manifest; see /docs'),
  });
  expect(await namesIn(service.of('uploadSite')[0]?.bytes)).toEqual([
    'a.js',
    'b.js',
    'copy.js',
    'index.html',
  ]);
});

test('a refusal is not a reason to send everything', async () => {
  const refused = upload({ announceSite: () => new Refusal('PROJECT_NOT_FOUND', 'Project not found') });
  await expect(refused).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' });
});

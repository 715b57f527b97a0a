import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Site } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { tarOf } from '../../../testing/tarOf.js';
import { ensureProject } from '../../store/projects/projects.js';
import { accessAsServer, type ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { announceSite } from './announceSite.js';
import { createSite } from './createSite.js';
import { uploadSiteFiles } from './uploadSiteFiles.js';

let service: TestService;
let access: ProjectAccess;
beforeAll(async () => {
  service = await startTestService();
  access = accessAsServer(await ensureProject(service.resources.database, 'acme/web'));
});
afterAll(() => service?.stop());

/** Resources with which what follows a transaction comes only after all sites that it made have been unpacked. */
function slowAfterwards(): Resources {
  const { resources } = service;
  const unpacked = async () => {
    const made = await resources.database.selectFrom('sites').select('id').execute();
    for (const { id } of made) await settled(service, 'sites', id);
  };
  const database = new Proxy(resources.database, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          const answer = await target.transaction().execute(work);
          await unpacked();
          return answer;
        },
      });
    },
  });
  return { ...resources, database };
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const listOf = (path: string, content: string) => ({ path, hash: hashOf(content), bytes: content.length });

const accepted = { status: 'pending', fileCount: 0, totalBytes: 0 };
const statusOf = async ({ id }: Site) => (await service.ask<Site>('GET', `/api/v1/sites/${id}`)).body.status;

test('the answer to an archive is a site that is pending, however soon it is unpacked', async () => {
  const archive = gzipSync(tarOf({ 'index.html': 'one' }));
  const site = await createSite(slowAfterwards(), access, Readable.from([archive]));
  expect(site).toMatchObject(accepted);
  expect(await statusOf(site)).toBe('ready');
});

test('so is the answer to a manifest, and to the files that the site lacked', async () => {
  const { site, missing } = await announceSite(service.resources, access, [listOf('index.html', 'two')]);
  expect(missing).toEqual([hashOf('two')]);
  const archive = gzipSync(tarOf({ [hashOf('two')]: 'two' }));
  const sent = await uploadSiteFiles(slowAfterwards(), access, site.id, Readable.from([archive]));
  expect(sent).toMatchObject({ ...accepted, id: site.id });
  expect(await statusOf(sent)).toBe('ready');

  const again = await announceSite(slowAfterwards(), access, [listOf('index.html', 'two')]);
  expect(again).toMatchObject({ site: accepted, missing: [] });
  expect(await statusOf(again.site)).toBe('ready');
});

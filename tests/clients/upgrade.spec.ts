import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../apps/server/src/api/createApp.js';
import { createLogger } from '../../apps/server/src/createLogger.js';
import { keepClients } from '../../apps/server/src/service/clients/keepClients.js';
import { bytea } from '../../apps/server/src/store/bytea.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { createScratch, type Scratch } from './scratch.js';
import { tarballOf, versionOf } from './tarballs.js';

/** The same package under a later version. */
async function releaseAgain(file: string, version: string): Promise<Buffer> {
  const unpacking = extract();
  unpacking.end(gunzipSync(readFileSync(file)));
  const packing = pack();
  for await (const entry of unpacking) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isDescription = entry.header.name === 'package/package.json';
    const content = isDescription ? JSON.stringify({ ...JSON.parse(bytes.toString()), version }) : bytes;
    packing.entry({ name: entry.header.name, mode: entry.header.mode ?? 0o644 }, content);
  }
  packing.finalize();
  const packed: Buffer[] = [];
  for await (const chunk of packing) packed.push(chunk as Buffer);
  return gzipSync(Buffer.concat(packed));
}

const older = versionOf('cli');
const later = '99.0.0';

let folders: { before: string; after: string };
let service: TestService;
let port: number;
let serving: TestService['app'];
let scratch: Scratch;
beforeAll(async () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'svc-clients-'));
  folders = { before: newFolder(), after: newFolder() };
  copyFileSync(tarballOf('cli'), join(folders.before, `cli-${older}.tgz`));
  writeFileSync(join(folders.after, `cli-${later}.tgz`), await releaseAgain(tarballOf('cli'), later));
  service = await startTestService(undefined, undefined, null, { clientsFolder: folders.before });
  serving = service.app;
  await serving.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = serving.server.address() as AddressInfo);
  scratch = createScratch();
});
afterAll(async () => {
  await serving?.close();
  await service?.stop();
  scratch?.remove();
  for (const folder of Object.values(folders ?? {})) rmSync(folder, { recursive: true });
});

/** Another service over the same database and blobs, at the same address. */
async function upgrade(): Promise<void> {
  await serving.close();
  const clients = await keepClients(service.resources, () => {}, folders.after);
  serving = await createApp(
    { ...service.resources, clients },
    { secure: false, logger: createLogger('fatal'), trustedProxies: 0 },
  );
  await serving.listen({ host: '127.0.0.1', port });
}

const npmCi = () => {
  // What was downloaded before must not do.
  rmSync(join(scratch.folder, '.home'), { recursive: true, force: true });
  return scratch.run('npm', ['ci']);
};
const installed = async () => (await scratch.run('npx', ['--no', '--', 'svc', '--version'])).output.trim();

test('a lock file of before an upgrade of the service installs the same bytes after it', async () => {
  const address = `http://127.0.0.1:${port}/install`;
  expect(await scratch.run('npm', ['install', '--save-dev', `${address}/cli-${older}.tgz`])).toMatchObject({
    code: 0,
  });
  const lock = JSON.parse(readFileSync(join(scratch.folder, 'package-lock.json'), 'utf8'));
  expect(lock.packages['node_modules/@svc/cli']).toMatchObject({
    version: older,
    integrity: expect.stringMatching(/^sha512-/),
  });

  await upgrade();
  expect((await fetch(`${address}/cli.tgz`)).url).toBe(`${address}/cli-${later}.tgz`);
  expect(await npmCi()).toMatchObject({ code: 0 });
  expect(await installed()).toBe(older);

  expect(await scratch.run('npm', ['install', '--save-dev', `${address}/cli-${later}.tgz`])).toMatchObject({
    code: 0,
  });
  expect(await installed()).toBe(later);
});

test('npm ci would refuse other bytes under the same version', async () => {
  const { database } = service.resources;
  const { hash } = await database
    .selectFrom('clientPackages')
    .select('hash')
    .where('version', '=', older)
    .executeTakeFirstOrThrow();
  await database
    .updateTable('clientPackages')
    .set({ hash: bytea(hash) })
    .where('version', '=', later)
    .execute();
  const { code, output } = await npmCi();
  expect(code).not.toBe(0);
  expect(output).toContain('EINTEGRITY');
});

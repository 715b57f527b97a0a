/**
 * Starts the profile `scaled` of `deploy/compose.yaml`, two containers of each role with PostgreSQL, PgBouncer, an S3 store and a proxy,
 * sends the example Storybook through it, kills one container of each role, and looks whether the others go on.
 *
 * `npm run test:compose` builds the image and takes the others from their registries. `-- --debian` makes all of Debian's packages and
 * npm's Node, with Ceph as the store, which takes root and debootstrap. `--image=<image>` takes a built image.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../setup/build.mjs';
import { freePort } from '../setup/freePort.mjs';
import { install } from '../setup/install.mjs';
import { runOnSupportedNode } from '../setup/runOnSupportedNode.mjs';
import { Explained, root, step } from '../setup/runProgram.mjs';
import { showChanges } from '../setup/showChanges.mjs';
import { buildImage } from './buildImage.mjs';
import { findOrInstallContainerEngine } from './containerEngine.mjs';
import { makeDebianImage } from './makeDebianImage.mjs';
import { requireDiff } from './requireDiff.mjs';

const roles = ['api', 'worker', 'capture'];

await runOnSupportedNode(async () => {
  const { values } = parseArgs({
    options: { image: { type: 'string' }, debian: { type: 'boolean', default: false } },
  });
  await install();
  await build();
  const engine = await findOrInstallContainerEngine();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-compose-'));
  const made = [];
  const make = async (title, tag, steps) => {
    await step(title, () => steps(tag));
    made.push(tag);
    return tag;
  };
  try {
    const base = values.debian ? await makeDebianImage(engine, folder) : undefined;
    const image =
      values.image ??
      (await make('Building the image', 'localhost/svc-under-test-scaled', (tag) =>
        buildImage(engine, { tag, base }),
      ));
    const stores =
      base &&
      (await make('Building stand-ins for the other images', 'localhost/svc-stores', (tag) =>
        engine.run([
          ...['build', '--network=host', '--tag', tag, '--build-arg', `NODE_IMAGE=${base}`],
          ...['--file', path.join(root, 'scripts/image/stores/Dockerfile'), root],
        ]),
      ));
    await useScaled(engine, folder, { image, stores });
  } finally {
    for (const tag of made) engine.try(['rmi', '--force', tag]);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function useScaled(engine, folder, options) {
  // It reads the Compose file with a package that was not there before.
  const { startScaled } = await import('./startScaled.mjs');
  const name = `svc-under-test-${process.pid}`;
  const scaled = await step('Starting the containers', async () =>
    startScaled(engine, { name, port: await freePort(), ...options }),
  );
  try {
    for (const role of roles) requireTwo(role, scaled.list(role).length);
    console.log(scaled.server('doctor').trimEnd());
    const service = serviceOf(scaled, 'acme/web');
    const { diffId } = await showChanges(service, folder);
    for (const role of roles) scaled.kill(scaled.list(role)[0]);
    console.log('One container of each role is killed.');
    await requireDiff(service, diffId);
    const again = path.join(folder, 'again');
    mkdirSync(again);
    await showChanges(serviceOf(scaled, 'acme/again'), again);
  } catch (error) {
    console.error(scaled.logs());
    throw error;
  } finally {
    await step('Removing the containers', () => scaled.down());
  }
}

function requireTwo(role, count) {
  if (count !== 2) throw new Explained(`${count} containers of the role ${role} run, not 2.`);
}

function serviceOf(scaled, project) {
  return { url: scaled.url, apiKey: scaled.server('keys', 'create', project).trim() };
}

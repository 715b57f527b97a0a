/**
 * Builds the container image, runs it as `deploy/compose.yaml` does, sends the example Storybook through it, and looks
 * whether it captures in Chromium's sandbox, keeps its data when it is killed, and refuses to capture without the sandbox.
 *
 * `npm run test:image` takes the base image from its registry. `-- --debian` makes one of Debian's packages and npm's Node
 * instead, which takes root and debootstrap, and `-- --base=<image>` takes another one. `--keep` leaves the built image.
 * Settings of npm (`~/.npmrc`) and certificates (`NODE_EXTRA_CA_CERTS`) go along as build secrets.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstallContainerEngine } from './image/containerEngine.mjs';
import { makeDebianImage } from './image/makeDebianImage.mjs';
import { startImage } from './image/startImage.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, root, step } from './setup/runProgram.mjs';
import { showChanges } from './setup/showChanges.mjs';

const tag = 'localhost/svc-under-test';
/** MiB, as the engine counts layers. */
const mostMiB = 1300;

await runOnSupportedNode(async () => {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      debian: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  await install();
  await build();
  const engine = await findOrInstallContainerEngine();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-image-'));
  try {
    const base = values.debian ? await makeDebianImage(engine, folder) : values.base;
    await step('Building the image', () => buildImage(engine, base));
    const size = Math.round(
      Number(engine.print(['image', 'inspect', '--format', '{{.Size}}', tag])) / 1024 ** 2,
    );
    console.log(`  ${size} MiB`);
    if (size > mostMiB) throw new Explained(`The image has ${size} MiB, more than ${mostMiB}.`);
    await useImage(engine, folder);
  } finally {
    if (!values.keep) engine.try(['rmi', '--force', tag]);
    rmSync(folder, { recursive: true, force: true });
  }
});

function buildImage(engine, base) {
  const secrets = [
    ['npmrc', path.join(os.homedir(), '.npmrc')],
    ['ca', process.env.NODE_EXTRA_CA_CERTS],
  ].filter(([, file]) => file && existsSync(file));
  return engine.run([
    'build',
    '--network=host',
    '--tag',
    tag,
    // What Debian has now, since its archive of past moments is not within everybody's reach.
    ...(base ? ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', 'SNAPSHOT='] : []),
    ...secrets.flatMap(([id, file]) => ['--secret', `id=${id},src=${file}`]),
    '--file',
    path.join(root, 'deploy/Dockerfile'),
    root,
  ]);
}

async function useImage(engine, folder) {
  const volume = `svc-under-test-${process.pid}`;
  try {
    let diffId = '';
    const first = await step('Starting it', () => startImage(engine, { tag, volume }));
    try {
      const findings = first.doctor();
      console.log(findings.trimEnd());
      if (!/✓ sandbox\s+on/.test(findings)) throw new Explained('The sandbox is not on.');
      ({ diffId } = await showChanges(first, folder));
    } catch (error) {
      console.error(first.logs());
      throw error;
    } finally {
      first.kill();
    }
    const second = await step('Starting it again after it was killed', () =>
      startImage(engine, { tag, volume }),
    );
    try {
      await requireDiff(second, first.apiKey, diffId);
    } finally {
      await step('Stopping it', () => second.stop());
    }
    const third = await step('Starting it without the seccomp profile', () =>
      startImage(engine, { tag, volume: `${volume}-plain`, namespaces: false }),
    );
    try {
      const findings = third.doctor();
      if (!/sandbox does not work here.*SVC_ALLOW_UNSANDBOXED/s.test(findings))
        throw new Explained(`It should refuse to capture without the sandbox:\n${findings}`);
    } finally {
      third.kill();
    }
  } finally {
    for (const name of [volume, `${volume}-plain`]) engine.try(['volume', 'rm', '--force', name]);
  }
}

/** What was found before is there, with its images. */
async function requireDiff({ url }, apiKey, diffId) {
  const get = (address) => fetch(new URL(address, url), { headers: { 'x-api-key': apiKey } });
  const answer = await get(`/api/v1/diffs/${diffId}`);
  const text = await answer.text();
  const changed = answer.ok && JSON.parse(text).results.find(({ status }) => status === 'changed');
  if (!changed) throw new Explained(`The diff is gone: ${text.slice(0, 500)}`);
  const image = await get(new URL(changed.diffImageUrl).pathname + new URL(changed.diffImageUrl).search);
  if (!image.ok || image.headers.get('content-type') !== 'image/png')
    throw new Explained(`Its image is gone: ${image.status}`);
}

/**
 * Builds the container image, runs it as `deploy/compose.yaml` does, sends the example Storybook through it, and looks
 * whether it captures in Chromium's sandbox, keeps its data when it is killed, and refuses to capture without the sandbox.
 *
 * `npm run test:image` takes the base image from its registry. `-- --debian` makes one of Debian's packages and npm's Node
 * instead, which takes root and debootstrap, and `-- --base=<image>` takes another one. `--keep` leaves the built image.
 * Settings of npm (`~/.npmrc`) and certificates (`NODE_EXTRA_CA_CERTS`) go along as build secrets.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../setup/build.mjs';
import { install } from '../setup/install.mjs';
import { runOnSupportedNode } from '../setup/runOnSupportedNode.mjs';
import { Explained, step } from '../setup/runProgram.mjs';
import { showChanges } from '../setup/showChanges.mjs';
import { buildImage } from './buildImage.mjs';
import { findOrInstallContainerEngine } from './containerEngine.mjs';
import { makeDebianImage } from './makeDebianImage.mjs';
import { requireDiff } from './requireDiff.mjs';

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
  // It reads the Compose file with a package that was not there before.
  const { startImage } = await import('./startImage.mjs');
  const engine = await findOrInstallContainerEngine();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-image-'));
  try {
    const base = values.debian ? await makeDebianImage(engine, folder) : values.base;
    await step('Building the image', () => buildImage(engine, { tag, base }));
    const size = Math.round(
      Number(engine.print(['image', 'inspect', '--format', '{{.Size}}', tag])) / 1024 ** 2,
    );
    console.log(`  ${size} MiB`);
    if (size > mostMiB) throw new Explained(`The image has ${size} MiB, more than ${mostMiB}.`);
    await useImage((options) => startImage(engine, { tag, ...options }), engine, folder);
  } finally {
    if (!values.keep) engine.try(['rmi', '--force', tag]);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function useImage(start, engine, folder) {
  const volume = `svc-under-test-${process.pid}`;
  try {
    let diffId = '';
    const first = await step('Starting it', () => start({ volume }));
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
    const second = await step('Starting it again after it was killed', () => start({ volume }));
    try {
      await requireDiff({ url: second.url, apiKey: first.apiKey }, diffId);
    } finally {
      await step('Stopping it', () => second.stop());
    }
    const third = await step('Starting it without the seccomp profile', () =>
      start({ volume: `${volume}-plain`, namespaces: false }),
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

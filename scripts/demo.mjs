// `npm run demo`: the service, and a Storybook in two versions sent through it. With `--exit` it ends when it has
// checked what was found; else it leaves the service running to be looked at.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, root, runNpm, runProgram, step } from './setup/runProgram.mjs';
import { spawnService } from './setup/spawnService.mjs';

const readyPatience = 120_000;
const runs = {
  before: { version: '1', branch: 'main', commit: '1'.repeat(40) },
  after: { version: '2', branch: 'new-prices', commit: '2'.repeat(40) },
};

const kinds = ['changed', 'new', 'removed'];

await runOnSupportedNode(async () => {
  const started = performance.now();
  await install();
  await build();
  const browser = await findOrInstallBrowser();

  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-demo-'));
  // PostgreSQL, which does not run as root, has to get to its data.
  chmodSync(folder, 0o711);
  try {
    const service = await step('Starting the service', () => startService(folder, browser));
    try {
      await showChanges(service, folder);
      console.log(`\nThe demo took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
    } catch (error) {
      service.kill('SIGTERM');
      await service.exited;
      throw error;
    }
    if (process.argv.includes('--exit')) service.kill('SIGTERM');
    else console.log('The service keeps running. Ctrl-C ends it.');
    process.exitCode = await service.exited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function startService(folder, browser) {
  const readyFile = path.join(folder, 'ready.json');
  const { DATABASE_URL: _, ...env } = process.env;
  const service = spawnService({
    ...env,
    SVC_DATA_DIR: path.join(folder, 'data'),
    SVC_PORT: '0',
    SVC_BOOTSTRAP_PROJECT: 'acme/web',
    SVC_BROWSER_PATH: browser,
    SVC_READY_FILE: readyFile,
  });
  let exitCode = null;
  void service.exited.then((code) => {
    exitCode = code;
  });
  const deadline = performance.now() + readyPatience;
  while (!existsSync(readyFile) || readFileSync(readyFile, 'utf8') === '') {
    if (exitCode !== null) throw new Explained(`The service ended while it started (exit code ${exitCode}).`);
    if (performance.now() > deadline) {
      service.kill('SIGTERM');
      throw new Explained(`The service is not ready after ${readyPatience / 1000} s.`);
    }
    await sleep(100);
  }
  return { ...service, ...JSON.parse(readFileSync(readyFile, 'utf8')) };
}

async function showChanges(service, folder) {
  const before = await step('Building the example Storybook', () => buildExample(folder, runs.before));
  const after = await step('Building it again, with changes', () => buildExample(folder, runs.after));
  await step('svc stories-a … --auto-baseline: the images to compare against', () =>
    svc(service, [before, '--auto-baseline'], runs.before),
  );
  const { stdout } = await step('svc stories-a …: what the changed Storybook looks like', () =>
    svc(service, [after, '--output', 'json'], runs.after, { exitCodes: [1] }),
  );
  const outcome = JSON.parse(stdout);
  print(outcome);
  check(outcome);
  console.log(`\nReview   ${outcome.reviewUrl}`);
  if (service.signInUrl) console.log(`Sign in  ${service.signInUrl}`);
}

async function buildExample(folder, { version }) {
  const output = path.join(folder, `storybook-${version}`);
  await runNpm(['run', 'build', '--workspace', 'example-storybook', '--', '-o', output], {
    quiet: true,
    env: { ...process.env, SVC_EXAMPLE_VERSION: version },
  });
  return output;
}

function svc(service, parameters, { branch, commit }, options = {}) {
  const cli = path.join(root, 'packages/cli/bin/svc.js');
  const run = ['stories-a', ...parameters, '--branch', branch, '--commit', commit];
  return runProgram(process.execPath, [cli, ...run], {
    ...options,
    keep: parameters.includes('json'),
    env: { ...process.env, SVC_API_URL: service.url, SVC_API_KEY: service.apiKey },
  });
}

function print(outcome) {
  console.log('');
  for (const kind of kinds) for (const name of outcome[kind]) console.log(`  ${kind.padEnd(8)} ${name}`);
  console.log(`  ${outcome.counts.unchanged} unchanged`);
}

function check(outcome) {
  const expected = JSON.parse(
    readFileSync(path.join(root, 'examples/expected-changes.json'), 'utf8'),
  ).storybook;
  const sorted = (names) => JSON.stringify([...names].sort());
  const wrong = kinds.filter((kind) => sorted(outcome[kind]) !== sorted(expected[kind]));
  if (wrong.length > 0 || outcome.failed.length > 0) {
    const details = wrong.map((kind) => `${kind} should be ${sorted(expected[kind])}`);
    const failed = outcome.failed.map(({ name, message }) => `${name} was not captured: ${message}`);
    throw new Explained(`These are not the expected changes.\n${[...details, ...failed].join('\n')}`);
  }
}

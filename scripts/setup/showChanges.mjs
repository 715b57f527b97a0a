import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Explained, root, runNpm, runProgram, step } from './runProgram.mjs';

const runs = {
  before: { version: '1', branch: 'main', commit: '1'.repeat(40) },
  after: { version: '2', branch: 'new-prices', commit: '2'.repeat(40) },
};

const kinds = ['changed', 'new', 'removed'];

/**
 * Builds the example Storybook in two versions, sends both through a service, and checks what was found.
 *
 * @param {{url: string, apiKey: string, signInUrl?: string | null}} service
 * @param {string} folder for the builds
 * @returns what `svc` says of the second version
 */
export async function showChanges(service, folder) {
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
  return outcome;
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

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Explained, root, runNpm, runProgram, step } from './runProgram.mjs';

const runs = {
  before: { version: '1', branch: 'main', message: 'The first trips' },
  after: { version: '2', branch: 'new-prices', message: 'New prices' },
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
  const repository = path.join(folder, 'repository');
  mkdirSync(repository);
  await git(repository, ['init', '--quiet']);
  const before = await step('Building the example Storybook', () => buildExample(folder, runs.before));
  const after = await step('Building it again, with changes', () => buildExample(folder, runs.after));
  await step('svc stories-a … --auto-baseline: the images to compare against', () =>
    svc(service, [before, '--auto-baseline'], repository, runs.before),
  );
  const { stdout } = await step('svc stories-a …: what the changed Storybook looks like', () =>
    svc(service, [after, '--output', 'json'], repository, runs.after, { exitCodes: [1] }),
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

/** Sends a build as the new commit of a branch: from the commits, the service knows what to compare with. */
async function svc(service, parameters, repository, { branch, message }, options = {}) {
  await git(repository, ['checkout', '--quiet', '-b', branch]);
  await git(repository, ['commit', '--quiet', '--allow-empty', '--message', message]);
  const { stdout: commit } = await git(repository, ['rev-parse', 'HEAD']);
  const cli = path.join(root, 'packages/cli/bin/svc.js');
  // Said, since the variables of a CI job would count for more than the repository.
  const place = ['--branch', branch, '--commit', commit.trim()];
  return runProgram(process.execPath, [cli, 'stories-a', ...parameters, ...place], {
    ...options,
    cwd: repository,
    keep: parameters.includes('json'),
    env: { ...process.env, SVC_API_URL: service.url, SVC_API_KEY: service.apiKey },
  });
}

const git = (repository, parameters) =>
  runProgram('git', ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com', ...parameters], {
    cwd: repository,
    quiet: true,
  });

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

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gitIn } from './drawCommits.mjs';

const yarn = [
  '--yes',
  'yarn@1.22.22',
  'install',
  '--frozen-lockfile',
  '--ignore-scripts',
  '--ignore-engines',
];
const berry = ['--yes', '@yarnpkg/cli-dist@4.18.1', 'install', '--immutable'];
const pnpm = (version) => ['--yes', `pnpm@${version}`, 'install', '--frozen-lockfile', '--ignore-scripts'];

/** What installs the packages of a lock file, without running scripts of theirs. */
function installerOf(name, text) {
  if (name === 'package-lock.json')
    return {
      program: 'npm',
      args: ['ci', '--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund'],
    };
  if (name === 'pnpm-lock.yaml')
    return { program: 'npx', args: pnpm(/^lockfileVersion: '?6/.test(text) ? '8.15.9' : '10.34.5') };
  return { program: 'npx', args: text.includes('__metadata:') ? berry : yarn };
}

const env = {
  ...process.env,
  CI: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  npm_config_manage_package_manager_versions: 'false',
  YARN_ENABLE_SCRIPTS: 'false',
  YARN_ENABLE_TELEMETRY: '0',
  YARN_IGNORE_PATH: '1',
  // Storybook is looked for in `node_modules`.
  YARN_NODE_LINKER: 'node-modules',
};

/** Runs a program, whose output is appended to a file; `true` when it succeeds. */
export function run(program, args, { cwd, log, shell = false }) {
  mkdirSync(dirname(log), { recursive: true });
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...{ cwd, shell, encoding: 'utf8', maxBuffer: 1e9 },
    env: { ...env, NODE_ENV: program === process.execPath ? 'production' : '' },
  });
  appendFileSync(log, `$ ${program} ${args.join(' ')}\n${stdout}${stderr}\n`);
  return status === 0;
}

const lockNames = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml'];

/** Without the version of the repository itself, which releases change. */
function contentOf({ path, text }) {
  if (!path.endsWith('.json')) return text;
  const { version, packages: { '': root, ...packages } = {}, ...lock } = JSON.parse(text);
  return JSON.stringify({ ...lock, packages, root: { ...root, version: '' } });
}

/** The lock file that is nearest to a folder at a commit, going up. */
function findLock(git, commit, folder) {
  for (let at = folder; ; at = dirname(at)) {
    const paths = lockNames.map((name) => join(at, name));
    const found = git('ls-tree', commit, '--', ...paths).split('\n')[0];
    const [, path] = /\t(.+)$/.exec(found) ?? [];
    if (path) return { path, text: git('show', `${commit}:${path}`) };
    if (at === '.') throw new Error(`commit ${commit} has no lock file of npm, Yarn or pnpm`);
  }
}

/**
 * A clone of a repository at a commit, with its dependencies; commits of equal lock files share one.
 * @param folder of the Storybook, below the repository
 * @param install a command that installs them beside the lock file; '' for what the lock file is of
 * @param prepare a command that runs there before a build; '' for none
 * @returns where the clone is; null when its dependencies cannot be installed
 */
export function openTree({ work, repository, folder, install, prepare, log }, commit) {
  const lock = findLock(gitIn(repository), commit, folder);
  const key = createHash('sha256')
    .update(`${lock.path} ${contentOf(lock)}`)
    .digest('hex')
    .slice(0, 12);
  const tree = join(work, 'trees', key);
  mkdirSync(dirname(tree), { recursive: true });
  if (!existsSync(tree)) gitIn(work)('clone', '--quiet', '--shared', '--no-checkout', repository, tree);
  const git = gitIn(tree);
  writeFileSync(join(tree, '.git/info/exclude'), 'node_modules\n');
  git('clean', '--quiet', '--force', '-d', '-x', '--exclude=node_modules');
  git('checkout', '--quiet', '--force', '--detach', commit);
  const installed = join(tree, '.git/svc-installed');
  if (!existsSync(installed)) {
    const file = join(tree, lock.path);
    const { program, args } = install
      ? { program: install, args: [] }
      : installerOf(basename(lock.path), lock.text);
    if (!run(program, args, { cwd: dirname(file), log, shell: install !== '' })) return null;
    writeFileSync(installed, '');
  }
  const cwd = join(tree, folder);
  if (prepare && !run(prepare, [], { cwd, log, shell: true })) return null;
  return tree;
}

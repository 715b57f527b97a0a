import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Explained, root, runNpm, runProgram, step } from './runProgram.mjs';

/**
 * Builds the version that `deploy/previous.json` names, once, with its packed clients.
 *
 * @returns {Promise<{folder: string, clients: string}>} its workspace, and a project that has its SDK and its CLI installed
 */
export async function buildPrevious() {
  const { commit } = JSON.parse(readFileSync(path.join(root, 'deploy/previous.json'), 'utf8'));
  const place = path.join(root, '.cache/previous', commit.slice(0, 12));
  const [folder, clients, stamp] = ['workspace', 'clients', 'built'].map((name) => path.join(place, name));
  if (existsSync(stamp)) return { folder, clients };
  await step(`Building the previous version, ${commit.slice(0, 12)}`, async () => {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(clients, { recursive: true });
    await checkOut(commit, folder);
    await inFolder(folder, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    await runProgram(process.execPath, ['scripts/build-clients.mjs'], { cwd: folder, quiet: true });
    writeFileSync(path.join(clients, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const packed = path.join(folder, 'apps/server/dist-clients');
    const tarballs = readdirSync(packed).filter((file) => /^(sdk|cli)-.*\.tgz$/.test(file));
    const files = tarballs.map((file) => path.join(packed, file));
    await inFolder(clients, ['install', '--no-audit', '--no-fund', '--loglevel=error', ...files]);
  });
  writeFileSync(stamp, '');
  return { folder, clients };
}

const inFolder = (cwd, parameters) => runNpm(parameters, { cwd, quiet: true });

async function checkOut(commit, folder) {
  await runProgram('git', ['worktree', 'prune'], { quiet: true });
  const add = ['worktree', 'add', '--force', '--detach', folder, commit];
  await runProgram('git', add, { quiet: true }).catch((error) => {
    throw new Explained(
      `The commit of deploy/previous.json cannot be checked out. A shallow clone needs \`git fetch --unshallow\`.\n${error.message}`,
    );
  });
}

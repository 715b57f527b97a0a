import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Explained, runProgram, step } from './runProgram.mjs';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw', 'radosgw-admin', 'monmaptool'];
const packages = ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw', 'ceph-common'];
const patience = 20 * 60_000;

const listMissing = () =>
  programs.filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);

/** Makes sure of the programs of Ceph, on Debian and Ubuntu where root runs this. */
export async function findOrInstallCeph() {
  if (listMissing().length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Explained(
      `${listMissing().join(', ')} are missing. On Debian and Ubuntu: sudo apt-get install --no-install-recommends ${packages.join(' ')}`,
    );
  }
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    quiet: true,
    timeout: patience,
  };
  await step('Installing Debian’s Ceph', async () => {
    await runProgram('apt-get', ['update'], options);
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  });
  if (listMissing().length > 0) throw new Explained(`${listMissing().join(', ')} are still missing.`);
}

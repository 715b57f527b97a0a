import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackages } from '../setup/installPackages.mjs';
import { Explained } from '../setup/runProgram.mjs';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw', 'radosgw-admin', 'monmaptool'];
const packages = ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw', 'ceph-common'];

const listMissing = () =>
  programs.filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);

/** Why no Ceph can be started here, or null. */
export function whyNoCeph() {
  const missing = listMissing();
  return missing.length === 0 ? null : `these programs of Ceph are not installed: ${missing.join(', ')}`;
}

/** Makes sure of the programs of Ceph, on Debian and Ubuntu where root runs this. */
export async function findOrInstallCeph() {
  const why = whyNoCeph();
  if (!why) return;
  if (!canInstallPackages())
    throw new Explained(
      `${why}. On Debian and Ubuntu: sudo apt-get install --no-install-recommends ${packages.join(' ')}`,
    );
  await installPackages('Ceph', packages);
  const still = whyNoCeph();
  if (still) throw new Explained(still);
}

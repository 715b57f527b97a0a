import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from '../setup/installPackages.mjs';

const packages = ['podman', 'runc', 'netavark', 'aardvark-dns', 'catatonit'];

/** Unlike crun it runs where both versions of cgroups are mounted. */
const hasRunc = () => ['/usr/sbin/runc', '/usr/bin/runc'].some((file) => existsSync(file));
const isRoot = () => process.getuid?.() === 0;

/** Why containers cannot be run with podman here, or null. */
export function whyNoPodman() {
  if (process.platform !== 'linux') return 'podman runs containers on Linux alone';
  return spawnSync('podman', ['--version'], { stdio: 'ignore' }).status === 0
    ? null
    : 'podman is not installed';
}

/** What podman is told in `CONTAINERS_CONF` for root, whose own limits may be smaller than podman asks for. Empty for others. */
export const containersConf = () =>
  isRoot()
    ? `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=30000:30000"]
${hasRunc() ? '[engine]\nruntime = "runc"\n' : ''}`
    : '';

/** Makes sure of podman, and of runc for root, on Debian and Ubuntu where root runs this; leaves other machines as they are. */
export async function findOrInstallPodman() {
  if (process.platform !== 'linux' || !isRoot() || !canInstallPackages()) return;
  if (whyNoPodman() === null && hasRunc()) return;
  await installPackages('podman', packages);
}

import { existsSync } from 'node:fs';
import { runProgram, step } from './runProgram.mjs';

const patience = 20 * 60_000;

/** Whether this may install packages: on Debian and Ubuntu, where root runs it. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages of Debian without what they recommend. Two at the same time wait for each other. */
export function installPackages(title, packages) {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    quiet: true,
    timeout: patience,
  };
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  return step(`Installing Debian’s ${title}`, async () => {
    await runProgram('apt-get', ['update'], options).catch(() => {});
    await runProgram('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...packages], options);
  });
}

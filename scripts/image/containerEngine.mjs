import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Explained, runProgram } from '../setup/runProgram.mjs';
import { containersConf, findOrInstallPodman } from './podman.mjs';

/**
 * Podman or docker, whichever is installed; `SVC_CONTAINER_ENGINE` names one. Where neither is, podman is installed from Debian's
 * packages if root runs this.
 *
 * @returns `env` is for programs that run it; `run` shows what is printed, `print` returns it, `try` ignores failures
 */
export async function findOrInstallContainerEngine() {
  const wanted = process.env.SVC_CONTAINER_ENGINE;
  const find = () =>
    (wanted ? [wanted] : ['podman', 'docker']).find(
      (one) => spawnSync(one, ['--version'], { stdio: 'ignore' }).status === 0,
    );
  if (find() !== 'docker' && wanted !== 'docker') await findOrInstallPodman();
  const name = find();
  if (!name) throw new Explained('Install podman or docker: neither is on the PATH.');
  const env = { ...process.env };
  if (name === 'podman' && process.getuid?.() === 0 && !env.CONTAINERS_CONF) {
    env.CONTAINERS_CONF = path.join(os.tmpdir(), `svc-containers-${process.pid}.conf`);
    writeFileSync(env.CONTAINERS_CONF, containersConf());
  }
  return {
    name,
    env,
    run: (parameters) => runProgram(name, parameters, { env }),
    print: (parameters) =>
      execFileSync(name, parameters, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    /** Returns what was printed on both outputs, whatever came of it. */
    try(parameters) {
      const { stdout, stderr } = spawnSync(name, parameters, { env, encoding: 'utf8' });
      return `${stdout}${stderr}`;
    },
  };
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Explained, runProgram } from './runProgram.mjs';

/** Whose root may have smaller limits than podman asks for. `runc` also runs where both versions of cgroups are mounted. */
const forRoot = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=30000:30000"]
${['/usr/sbin/runc', '/usr/bin/runc'].some((file) => existsSync(file)) ? '[engine]\nruntime = "runc"\n' : ''}`;

/**
 * Podman or docker, whichever is installed; `SVC_CONTAINER_ENGINE` names one.
 *
 * @returns `run` shows what is printed, `print` returns it, `try` ignores failures
 */
export function findContainerEngine() {
  const wanted = process.env.SVC_CONTAINER_ENGINE;
  const name = (wanted ? [wanted] : ['podman', 'docker']).find(
    (one) => spawnSync(one, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (!name) throw new Explained('Install podman or docker: neither is on the PATH.');
  const env = { ...process.env };
  if (name === 'podman' && process.getuid?.() === 0 && !env.CONTAINERS_CONF) {
    env.CONTAINERS_CONF = path.join(os.tmpdir(), `svc-containers-${process.pid}.conf`);
    writeFileSync(env.CONTAINERS_CONF, forRoot);
  }
  return {
    name,
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

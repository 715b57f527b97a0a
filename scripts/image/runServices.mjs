import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { Explained, root } from '../setup/runProgram.mjs';
import { limitsOf } from './limitsOf.mjs';

const deploy = path.join(root, 'deploy');
/** What others need comes before them. */
const order = ['postgres', 'pgbouncer', 'store', 'bucket', 'api', 'worker', 'capture', 'proxy'];
/** Tries of a container that makes something and ends, and milliseconds between them: what it needs may not answer yet. */
const tries = 60;
const pause = 2_000;

/**
 * Runs the containers of the profile `scaled` as `deploy/compose.yaml` describes them, with podman itself: podman-compose 1.3 waits for
 * the second container of a role before it starts it.
 *
 * @param {{name: string, variables: Record<string, string>, replaced: Record<string, object>}} options `variables` of the file, where
 *   they have no default; `replaced` are parts of services by the names of these
 */
export async function runServices(engine, { name, variables, replaced }) {
  const { services } = parse(readFileSync(path.join(deploy, 'compose.yaml'), 'utf8'), { merge: true });
  const fill = (text) =>
    text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, variable, fallback) => variables[variable] ?? fallback);
  engine.print(['network', 'create', '--label', `com.docker.compose.project=${name}`, name]);
  for (const service of order) {
    const described = { ...services[service], ...replaced[service] };
    const isDone = described.restart === 'on-failure';
    for (let number = 1; number <= (described.deploy?.replicas ?? 1); number++) {
      const run = [
        ...['run', isDone ? '--rm' : '--detach', '--name', `${name}_${service}_${number}`],
        ...['--label', `com.docker.compose.project=${name}`],
        ...['--label', `com.docker.compose.service=${service}`],
        ...['--network', name, '--network-alias', service],
        ...argumentsOf(described, name, fill),
      ];
      if (isDone) await untilDone(engine, service, run);
      else engine.print(run);
    }
  }
}

async function untilDone(engine, service, run) {
  let why;
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      engine.print(run);
      return;
    } catch (error) {
      why = error;
      await sleep(pause);
    }
  }
  throw new Explained(`${service} did not succeed: ${why.stderr ?? why}`);
}

function argumentsOf(service, name, fill) {
  const { environment = [], volumes = [], ports = [], entrypoint, command } = service;
  const settings = Array.isArray(environment)
    ? environment
    : Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  const [program, ...parameters] = [entrypoint ?? []].flat();
  return [
    ...(service.restart === 'unless-stopped' ? ['--restart=unless-stopped'] : []),
    ...ports.map((port) => `--publish=${fill(port)}`),
    ...limitsOf(service, (file) => path.join(deploy, file)),
    ...volumes.map((one) => `--volume=${one.startsWith('.') ? path.join(deploy, one) : `${name}_${one}`}`),
    ...settings.map((setting) => `--env=${fill(setting)}`),
    ...(program ? [`--entrypoint=${program}`] : []),
    fill(service.image),
    ...parameters,
    ...(command ?? []),
  ];
}

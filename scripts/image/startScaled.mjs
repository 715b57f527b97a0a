import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Explained, root, runProgram } from '../setup/runProgram.mjs';
import { runServices } from './runServices.mjs';

/** Milliseconds until all containers have started: pulling images counts. */
const patience = 10 * 60_000;
const program = ['node', 'apps/server/bin/svc-server.js'];

/**
 * Starts the profile `scaled` of `deploy/compose.yaml`: with Docker Compose, or with podman itself.
 *
 * @param {{name: string, port: number, image: string, stores?: string}} options `name` of the Compose project; `stores` is an image
 *   that stands in for those of PostgreSQL, PgBouncer, the store and the proxy, with podman alone
 * @returns once it serves; `down` removes its containers and volumes
 */
export async function startScaled(engine, { name, port, image, stores }) {
  const url = `http://localhost:${port}`;
  const variables = { SVC_IMAGE: image, SVC_PORT: String(port) };
  const ofProject = ['--filter', `label=com.docker.compose.project=${name}`];
  const idsOf = (...parameters) => engine.print(parameters).split('\n').filter(Boolean);
  const list = (service) =>
    idsOf('ps', '--quiet', ...ofProject, '--filter', `label=com.docker.compose.service=${service}`);
  const logs = () =>
    idsOf('ps', '--all', '--quiet', ...ofProject)
      .map((id) => engine.try(['logs', '--tail', '30', id]))
      .join('\n');
  const down = () => {
    for (const id of idsOf('ps', '--all', '--quiet', ...ofProject))
      engine.try(['rm', '--force', '--volumes', id]);
    for (const volume of idsOf('volume', 'ls', '--quiet').filter((one) => one.startsWith(`${name}_`)))
      engine.try(['volume', 'rm', '--force', volume]);
    for (const network of idsOf('network', 'ls', '--quiet', ...ofProject))
      engine.try(['network', 'rm', network]);
  };
  try {
    if (engine.name === 'docker') await composeUp(name, { ...engine.env, ...variables });
    else await runServices(engine, { name, variables, replaced: stores ? standIns(stores) : {} });
    await waitForAnswer(`${url}/readyz`);
  } catch (error) {
    console.error(logs());
    down();
    throw error;
  }
  return {
    url,
    down,
    logs,
    /** Containers that run of a service, by their ids. */
    list,
    /** Runs `svc-server` in an API container; returns what it prints. */
    server: (...parameters) => engine.print(['exec', list('api')[0], ...program, ...parameters]),
    /** Ends a container as a power cut does. */
    kill: (id) => engine.print(['kill', '--signal', 'KILL', id]),
  };
}

function composeUp(name, env) {
  const file = path.join(root, 'deploy/compose.yaml');
  const project = ['--project-name', name, '--file', file, '--profile', 'scaled'];
  return runProgram('docker', ['compose', ...project, 'up', '--detach', 'proxy'], {
    env,
    quiet: true,
    timeout: patience,
  });
}

/** The image of `scripts/image/stores` where `deploy/compose.yaml` takes those of registries. */
const standIns = (image) => ({
  postgres: { image, entrypoint: ['sh', '/stores/image/stores/postgres.sh'] },
  pgbouncer: { image, entrypoint: ['sh', '/stores/image/stores/pgbouncer.sh'] },
  store: { image, entrypoint: ['node', '/stores/image/stores/store.mjs'], command: [] },
  proxy: { image, entrypoint: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'] },
});

async function waitForAnswer(address) {
  const begin = performance.now();
  for (;;) {
    const answer = await fetch(address).catch((error) => error);
    if (answer.ok) return;
    if (performance.now() - begin > patience)
      throw new Explained(`${address} does not answer after ${patience / 60_000} minutes: ${answer}`);
    await sleep(1_000);
  }
}

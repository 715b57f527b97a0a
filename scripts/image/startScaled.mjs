import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Explained, root, runProgram } from '../setup/runProgram.mjs';

/** Milliseconds until all containers have started: pulling images counts. */
const patience = 15 * 60_000;
const composeFile = path.join(root, 'deploy/compose.yaml');
const services = ['postgres', 'pgbouncer', 'store', 'bucket', 'api', 'worker', 'capture', 'proxy'];
const program = ['node', 'apps/server/bin/svc-server.js'];

/**
 * Starts the profile `scaled` of `deploy/compose.yaml` with Docker Compose or podman-compose.
 *
 * @param {{compose: string[], name: string, port: number, image: string, stores?: string, folder: string}} options `compose` is the program; `name` of the Compose project; `stores`
 *   is an image that stands in for those of PostgreSQL, PgBouncer, the store and the proxy
 * @returns once it serves; `down` removes its containers and volumes
 */
export async function startScaled(engine, { compose, name, port, image, stores, folder }) {
  const files = [composeFile, ...(stores ? [writeStandIns(stores, folder)] : [])];
  const run = (parameters, options) =>
    runProgram(
      compose[0],
      [
        ...[...compose.slice(1), '--project-name', name, '--profile', 'scaled'],
        ...files.flatMap((file) => ['--file', file]),
        ...parameters,
      ],
      { env: { ...engine.env, SVC_IMAGE: image, SVC_PORT: String(port) }, quiet: true, ...options },
    );
  const list = (service, ...options) =>
    engine
      .print([
        ...['ps', '--quiet', ...options, '--filter', `label=com.docker.compose.project=${name}`],
        ...['--filter', `label=com.docker.compose.service=${service}`],
      ])
      .split('\n')
      .filter(Boolean);
  const url = `http://localhost:${port}`;
  const down = () => run(['down', '--volumes', '--timeout', '60']);
  const logs = () =>
    services.flatMap((service) => list(service, '--all').map((id) => `${service}: ${logOf(id)}`)).join('\n');
  const logOf = (id) => engine.try(['logs', '--tail', '30', id]);
  try {
    await run(['up', '--detach', 'proxy'], { timeout: patience });
    await waitForAnswer(`${url}/readyz`);
  } catch (error) {
    console.error(logs());
    await down().catch(() => {});
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

/** A Compose file that takes the image of `scripts/image/stores` where `deploy/compose.yaml` takes those of registries. */
function writeStandIns(image, folder) {
  const file = path.join(folder, 'stores.json');
  const start = {
    postgres: ['sh', '/stores/image/stores/postgres.sh'],
    pgbouncer: ['sh', '/stores/image/stores/pgbouncer.sh'],
    store: ['node', '/stores/image/stores/store.mjs'],
    proxy: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'],
  };
  const services = Object.fromEntries(
    Object.entries(start).map(([name, entrypoint]) => [name, { image, entrypoint, command: [] }]),
  );
  writeFileSync(file, JSON.stringify({ services }));
  return file;
}

async function waitForAnswer(address) {
  const begin = performance.now();
  for (;;) {
    const answer = await fetch(address).catch((error) => error);
    if (answer.ok) return;
    if (performance.now() - begin > patience)
      throw new Explained(
        `${address} does not answer after ${patience / 60_000} minutes: ${answer.status ?? answer}`,
      );
    await sleep(1_000);
  }
}

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** Milliseconds of a clock tick of /proc. */
const tick = 10;

/** Measures requests, sent by a thread of its own so that the service's thread does the service's work alone. */
export async function createMeter({ url, apiKey, database, statements }) {
  const { rows } = await database.query('select pg_backend_pid() pid');
  const [, postmaster] = statOf(rows[0].pid);
  const client = new Worker(new URL('./sendRequests.mjs', import.meta.url), { workerData: { url, apiKey } });
  const send = async (requests) => {
    const answered = once(client, 'message');
    client.postMessage(requests);
    return (await answered)[0];
  };
  return {
    /** @returns milliseconds: waited (p50, p95), CPU of a request in PostgreSQL and in the service, the longest turn */
    async measure({ what, requests }) {
      const delay = monitorEventLoopDelay({ resolution: 2 });
      const before = { backend: cpuOf(postmaster), server: process.threadCpuUsage(), count: statements() };
      delay.enable();
      const { answers, last } = await send(requests);
      delay.disable();
      const used = process.threadCpuUsage(before.server);
      const failed = answers.find(({ status }) => status !== 200);
      if (failed) throw new Error(`${what}: ${failed.status} ${failed.text}`);
      const times = answers.map(({ took }) => took).sort((a, b) => a - b);
      const share = (value) => value / answers.length;
      return {
        last,
        p50: times[Math.floor(times.length / 2)],
        p95: times[Math.ceil(times.length * 0.95) - 1],
        backend: share(cpuOf(postmaster) - before.backend),
        server: share((used.user + used.system) / 1_000),
        turn: delay.max / 1e6,
        statements: Math.round(share(statements() - before.count)),
        bytes: share(answers.reduce((sum, { bytes }) => sum + bytes, 0)),
      };
    },
    stop: () => client.terminate(),
  };
}

/** Milliseconds of CPU that a server has used, with its backends, also those that have ended. */
function cpuOf(postmaster) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let ticks = 0;
  for (const pid of pids) {
    const fields = statOf(pid);
    if (fields === null) continue;
    const [, parent] = fields;
    if (pid === postmaster || parent === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
    if (pid === postmaster) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks * tick;
}

/** The fields of /proc/<pid>/stat behind the name; null when the process is gone. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return null;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SvcClient } from '../../packages/sdk/dist/index.js';
import { keepPlaying } from './keepPlaying.mjs';
import { openCluster } from './openCluster.mjs';

export const processNames = ['api 1', 'api 2', 'worker 1', 'worker 2', 'capture 1', 'capture 2'];

/** Milliseconds between looks, in which an upload has to have come, until a process is started again, and for it to be busy. */
const lookMs = 20;
const pauseMs = 1_000;
const patienceMs = 5 * 60_000;

/** Kills each process in turn with SIGKILL while its role has work, and starts it again. */
export async function killInTurn(backend, { pages }) {
  const cluster = await openCluster('kill', backend);
  try {
    for (const one of processNames) await cluster.start(one);
    let interrupted = 0;
    const rows = await keepPlaying(cluster, SvcClient, {
      pages,
      async disturb(ledger) {
        for (const one of processNames) {
          await whenBusy(cluster, one, ledger);
          await cluster.kill(one);
          console.error(`  killed ${one} after ${ledger.count()} acknowledged`);
          await sleep(pauseMs);
          await cluster.start(one);
        }
      },
    });
    [{ interrupted }] = await cluster.query(retriedJobs);
    return [
      { what: `(c) kill -9 of each of ${processNames.length} processes in turn, under load`, figure: '' },
      ...rows,
      {
        what: '  jobs that were interrupted and run again',
        figure: String(interrupted),
        target: '≥ 1',
        isMet: interrupted >= 1,
      },
    ];
  } finally {
    await cluster.close();
  }
}

const retriedJobs = 'select count(*)::int interrupted from pgboss.job where retry_count > 0';

const jobsOf = { worker: 'computeDiff', capture: 'captureTargets' };

/** Waits until the role has work: a job of it runs, or uploads come. */
async function whenBusy(cluster, one, ledger) {
  const [role] = one.split(' ');
  for (const begin = performance.now(); ; ) {
    const before = ledger.count();
    await sleep(lookMs);
    if (role === 'api' && ledger.count() > before) return;
    if (role !== 'api') {
      const [{ active }] = await cluster.query(
        `select count(*)::int active from pgboss.job where name = $1 and state = 'active'`,
        [jobsOf[role]],
      );
      if (active > 0) return;
    }
    if (performance.now() - begin > patienceMs) throw new Error(`${one} got no work to be interrupted at`);
  }
}

import { SvcClient } from '../../packages/sdk/dist/index.js';
import { drawPage } from '../upload/drawPage.mjs';
import { openCluster } from './openCluster.mjs';
import { watchTrees } from './watchTrees.mjs';

/** Uploads at once for each API process: a process with more of them writes more in one transaction, and needs less CPU for each. */
const atOnce = 8;
const images = 50;
/** On one machine, which both processes share with the database, the store and the clients, a second one cannot be faster. */
const leastShare = 0.9;
const mostMoreCpu = 0.1;

/** Uploads unchanged snapshots with their results, as test runners do, to one and to two API processes. */
export async function measureUploads(backend, { uploads }) {
  const cluster = await openCluster('uploads', backend);
  const pages = Array.from({ length: images }, (_, index) => drawPage(index, 0));
  try {
    await cluster.start('worker 1');
    const runs = [];
    for (const count of [1, 2]) {
      const names = Array.from({ length: count }, (_, index) => `api ${index + 1}`);
      for (const one of names) await cluster.start(one);
      const apiKey = await cluster.createProject(`uploads-${count}`);
      const clients = atOnce * count;
      const client = new SvcClient({ apiUrl: cluster.url, apiKey, environment: false, concurrency: clients });
      // Each process has done the same before.
      await upload(client, {
        pages,
        commit: 'a'.repeat(40),
        uploads: uploads * count,
        clients,
        autoApprove: true,
      });
      const roots = { postgres: backend.postgres.pid(), worker: cluster.pidOf('worker 1') };
      for (const one of names) roots[one] = cluster.pidOf(one);
      const trees = watchTrees(roots);
      const before = await cluster.walBytes();
      const run = await upload(client, {
        pages,
        commit: 'b'.repeat(40),
        uploads,
        clients,
        autoApprove: false,
      });
      const wal = (await cluster.walBytes()) - before;
      runs.push({ ...run, count, clients, uploads, cpu: trees.cpu(), names, wal });
      trees.stop();
      for (const one of names) await cluster.stop(one);
    }
    return rowsOf(runs);
  } finally {
    await cluster.close();
  }
}

async function upload(client, { pages, commit, uploads, clients, autoApprove }) {
  const place = { suite: 'uploads', branch: 'main', commit };
  const { sessionId } = await client.createSession({ ...place, autoApprove });
  const times = [];
  let next = 0;
  const begin = performance.now();
  const work = async () => {
    while (next < uploads) {
      const index = next++;
      const began = performance.now();
      const png = pages[index % images];
      await client.uploadSnapshotWithDiff({
        ...place,
        sessionId,
        name: `page ${index}`,
        png,
        baselineRef: 'main',
      });
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  const seconds = (performance.now() - begin) / 1_000;
  const { diffs } = await client.completeSession(sessionId);
  times.sort((one, other) => one - other);
  return { seconds, times, unchanged: diffs[0]?.summary.unchanged };
}

function rowsOf(runs) {
  const rateOf = ({ uploads, seconds }) => uploads / seconds;
  const apiCpuOf = ({ names, cpu, uploads }) =>
    (names.reduce((sum, one) => sum + (cpu[one] ?? 0), 0) / uploads) * 1_000;
  const at = (times, share) => times[Math.floor(times.length * share)]?.toFixed(0);
  const [alone, together] = runs;
  const more = apiCpuOf(together) / apiCpuOf(alone) - 1;
  const share = rateOf(together) / rateOf(alone);
  return [
    ...runs.flatMap((run) => [
      {
        what: `(b) ${run.uploads} unchanged uploads, ${run.clients} at once, to ${run.count} API process${run.count === 1 ? '' : 'es'}`,
        figure: `${rateOf(run).toFixed(0)}/s, p50 ${at(run.times, 0.5)} ms, p95 ${at(run.times, 0.95)} ms`,
      },
      {
        what: '  found unchanged',
        figure: String(run.unchanged),
        target: String(run.uploads),
        isMet: run.unchanged === run.uploads,
      },
      {
        what: '  CPU of each: API, PostgreSQL, the rest (clients, balancer, store)',
        figure: [apiCpuOf(run), ...['postgres', 'rest'].map((one) => (run.cpu[one] / run.uploads) * 1_000)]
          .map((ms) => `${ms.toFixed(1)} ms`)
          .join(', '),
      },
      {
        what: '  log of PostgreSQL (WAL) for each',
        figure: `${(run.wal / run.uploads / 1_000).toFixed(1)} kB`,
      },
    ]),
    {
      what: 'Uploads per second by two API processes instead of one',
      figure: `${share.toFixed(2)} ×`,
      target: `≥ ${leastShare} × on one machine`,
      isMet: share >= leastShare,
    },
    {
      what: 'CPU of the API for an upload, by two instead of one',
      figure: `${more < 0 ? '−' : '+'}${Math.abs(more * 100).toFixed(1)} %`,
      target: `≤ +${mostMoreCpu * 100} %`,
      isMet: more <= mostMoreCpu,
    },
  ];
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SvcClient } from '../../packages/sdk/dist/index.js';
import { buildMany } from '../capture/buildMany.mjs';
import { uploadTargets } from '../capture/uploadTargets.mjs';
import { openCluster } from './openCluster.mjs';
import { watchTrees } from './watchTrees.mjs';

/** Milliseconds between looks at the queue and at the CPU of the processes. */
const lookMs = 200;
/** Milliseconds of which the CPU time is looked at, and the share of a core below which a process is idle. */
const windowMs = 500;
const idleShare = 0.05;
const timeoutMs = 2 * 60 * 60_000;

/**
 * Captures one build by one and by two capture processes, each time in a project of its own with new processes, so that
 * nothing is known of its images.
 */
export async function measureFleet(backend, { stories, pages }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-build-'));
  const build = join(work, 'storybook');
  buildMany(stories, build);
  const cluster = await openCluster('fleet', backend);
  try {
    for (const one of ['api 1', 'api 2', 'worker 1', 'worker 2']) await cluster.start(one);
    const runs = [];
    for (const count of [1, 2]) {
      const names = Array.from({ length: count }, (_, index) => `capture ${index + 1}`);
      for (const one of names) await cluster.start(one, { env: { SVC_PAGES: String(pages) } });
      runs.push(await captureOnce(cluster, { build, stories, names, project: `fleet-${count}` }));
      for (const one of names) await cluster.stop(one);
    }
    return rowsOf(runs);
  } finally {
    await cluster.close();
    rmSync(work, { recursive: true, force: true });
  }
}

async function captureOnce(cluster, { build, stories, names, project }) {
  const apiKey = await cluster.createProject(project);
  const client = new SvcClient({ apiUrl: cluster.url, apiKey, environment: false });
  const uploaded = await uploadTargets(client, build, { tool: 'stories-a', timeoutMs });
  // The example that the build is made of has stories of its own.
  const targets = uploaded.targets.slice(0, stories);
  const trees = watchTrees(Object.fromEntries(names.map((one) => [one, cluster.pidOf(one)])));
  const wal = await cluster.walBytes();
  const begin = performance.now();
  const { id } = await client.createCapture({ suite: 'fleet', targets, complete: true, proof: false });
  const idle = watchIdle(cluster, trees, { names, captureId: id });
  const capture = await client.waitForCapture(id, { timeoutMs });
  const seconds = (performance.now() - begin) / 1_000;
  const longestIdle = await idle.stop();
  const cpu = trees.cpu();
  trees.stop();
  return {
    count: names.length,
    stories: targets.length,
    captured: capture.completedSnapshots,
    seconds,
    cpuOfProcesses: names.map((one) => cpu[one] ?? 0),
    longestIdle,
    wal: (await cluster.walBytes()) - wal,
    longestPause: await readLongestPause(cluster, id),
  };
}

/** Finds for how long a process did nothing although a chunk waited for one. */
function watchIdle(cluster, trees, { names, captureId }) {
  let longest = 0;
  let over = false;
  const since = new Map();
  /** CPU times of the last looks. */
  const looks = [];
  const isIdle = (one, now) => {
    const [before] = looks;
    if (!before || now.at - before.at < windowMs) return false;
    const used = (now.cpu[one] ?? 0) - (before.cpu[one] ?? 0);
    return used / ((now.at - before.at) / 1_000) < idleShare;
  };
  const watching = (async () => {
    while (!over) {
      const [{ waiting }] = await cluster.query(waitingChunks, [captureId]);
      const now = { at: performance.now(), cpu: trees.cpu() };
      for (const one of names) {
        if (waiting === 0 || !isIdle(one, now)) since.delete(one);
        else if (!since.has(one)) since.set(one, looks[0].at);
        else longest = Math.max(longest, now.at - since.get(one));
      }
      looks.push(now);
      while (looks.length > 1 && now.at - looks[1].at >= windowMs) looks.shift();
      await sleep(lookMs);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      return longest;
    },
  };
}

const waitingChunks = `
  select count(*)::int waiting from pgboss.job
  where name = 'captureTargets' and state in ('created', 'retry') and data ->> 'captureId' = $1`;

/**
 * The longest time in a chunk, from when a process took it, in which none of its targets ended although some were left: also that of a
 * page that takes long, and the start of a browser. In milliseconds.
 */
async function readLongestPause(cluster, captureId) {
  const [{ pause }] = await cluster.query(
    `with chunks as (
       select j.started_on, coalesce((j.data -> 'chunk' ->> 'from')::int, 0) begins,
         coalesce((j.data -> 'chunk' ->> 'to')::int, c.first_chunk_end) ends
       from pgboss.job j join captures c on c.id = j.data ->> 'captureId'
       where j.name = 'captureTargets' and c.id = $1
     ), moments as (
       select begins, started_on at from chunks
       union all
       select begins, uploaded_at from chunks join snapshots
         on capture_id = $1 and position >= begins and position < ends
     ), pauses as (select at - lag(at) over (partition by begins order by at) pause from moments)
     select coalesce(extract(epoch from max(pause)) * 1000, 0)::float pause from pauses`,
    [captureId],
  );
  return pause;
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

function rowsOf(runs) {
  const cpuOf = ({ cpuOfProcesses, stories }) => (sum(cpuOfProcesses) / stories) * 1_000;
  const [alone, together] = runs;
  const more = cpuOf(together) / cpuOf(alone) - 1;
  return [
    ...runs.flatMap((run) => [
      {
        what: `(a) ${run.stories} stories by ${run.count} capture process${run.count === 1 ? '' : 'es'}`,
        figure: `${run.seconds.toFixed(1)} s, ${(run.stories / run.seconds).toFixed(1)} stories/s`,
      },
      {
        what: '  captured',
        figure: String(run.captured),
        target: String(run.stories),
        isMet: run.captured === run.stories,
      },
      {
        what: '  CPU of processes and browsers, per story',
        figure: `${cpuOf(run).toFixed(0)} ms (${run.cpuOfProcesses.map((one) => `${one.toFixed(1)} s`).join(' + ')})`,
      },
      {
        what: '  log of PostgreSQL (WAL) per story',
        figure: `${(run.wal / run.stories / 1_000).toFixed(1)} kB`,
      },
      {
        what: '  longest that a process did nothing while a chunk waited',
        figure: `${run.longestIdle.toFixed(0)} ms`,
        target: '≤ 1,000 ms',
        isMet: run.longestIdle <= 1_000,
      },
      {
        what: '  longest in a chunk without an image, also for one slow page',
        figure: `${run.longestPause.toFixed(0)} ms`,
      },
    ]),
    {
      what: 'CPU per story by two processes instead of one',
      figure: `${more < 0 ? '−' : '+'}${Math.abs(more * 100).toFixed(1)} %`,
      target: 'within 10 %',
      isMet: Math.abs(more) <= 0.1,
    },
  ];
}

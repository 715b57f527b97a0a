/**
 * `npm run bench:upload`: how fast snapshots get in, through the SDK, on a real service with its own database (flushed to
 * disk) and limits lifted; each figure beside its target. `-- --limits` keeps the limits of the contract instead and has
 * 16 callers bring 1,000 snapshots, which takes minutes. `-- --traces` has the service send its traces to a collector: how much
 * CPU they take is the difference to a run without.
 *
 * A bare request of the same service, timed in turns with the uploads, tells how busy the machine is. There is no peer in
 * the table: the services of this kind that can be self-hosted come as container images with databases of their own, and
 * the others cannot be hosted at all.
 */
import { createHash } from 'node:crypto';
import { SvcClient } from '../packages/sdk/dist/index.js';
import { startCpuMeter } from './capture/startCpuMeter.mjs';
import { printFigures } from './printFigures.mjs';
import { startService } from './startService.mjs';
import { drawPage } from './upload/drawPage.mjs';
import { measureGraph, nameOf, recordOf } from './upload/measureGraph.mjs';
import { startCollector } from './upload/startCollector.mjs';

const withLimits = process.argv.includes('--limits');
const snapshots = 1_000;
const images = 50;
const changes = 100;

const collector = process.argv.includes('--traces') ? await startCollector() : null;
const service = await startService({ ...(withLimits ? {} : { SVC_RATE_LIMITS: 'off' }), ...collector?.env });

/** Calls `act` with 0 to `count` − 1, `atOnce` at a time, and `after` each one; answers milliseconds of `act`, sorted. */
async function time(count, atOnce, act, after = async () => {}) {
  const times = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      const begin = performance.now();
      await act(index);
      times.push(performance.now() - begin);
      await after();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times.sort((a, b) => a - b);
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
const rows = [];
const show = (what, figure, target) => rows.push({ what, figure, target });
const ms = (value) => `${value.toFixed(1)} ms`;

try {
  const { url, apiKey } = service;
  const newClient = (options = {}) => new SvcClient({ apiKey, apiUrl: url, ...options });
  const history = 200_000;
  const origin = { branch: 'main', commit: nameOf(history - 1) };
  const upload = (client, sessionId, name, png) =>
    client.uploadSnapshotWithDiff({ name, png, suite: 'bench', ...origin, baselineRef: 'main', sessionId });

  const pages = Array.from({ length: images }, (_, index) => drawPage(index, 0));
  const changed = Array.from({ length: changes }, (_, index) => drawPage(index % images, index + 1));
  const pageOf = (index) => pages[index % images];

  await sendHistory();
  if (withLimits) await measureLimits();
  else await measureSpeed();

  /** As a first run does that has a long history; later ones send a handful of commits. */
  async function sendHistory() {
    const begin = performance.now();
    for (let sent = 0; sent < history; sent += 5_000)
      await newClient().addCommits(Array.from({ length: 5_000 }, (_, index) => recordOf(sent + index)));
    const seconds = (performance.now() - begin) / 1_000;
    show(`history of ${history.toLocaleString('en')} commits, once`, `${seconds.toFixed(1)} s`, '');
  }

  async function measureLimits() {
    const retries = [];
    const clients = Array.from({ length: 16 }, () => newClient({ onRetry: (retry) => retries.push(retry) }));
    const { sessionId } = await newClient().createSession({ suite: 'bench', ...origin });
    const failures = [];
    const begin = performance.now();
    await time(snapshots, clients.length, async (index) => {
      const client = clients[index % clients.length];
      await upload(client, sessionId, `page ${index}`, pageOf(index)).catch((error) => failures.push(error));
    });
    show('uploads that failed', String(failures.length), '0');
    show(
      'answers 429 on the way',
      String(retries.filter(({ error }) => error.statusCode === 429).length),
      '',
    );
    show('seconds for all', ((performance.now() - begin) / 1_000).toFixed(0), '');
    if (failures[0]) console.error(failures[0]);
  }

  async function measureSpeed() {
    // A client reads the history of the repository once.
    const filler = newClient();
    const first = await filler.createSession({ suite: 'bench', ...origin, autoApprove: true });
    const begin = performance.now();
    await time(snapshots, 8, (index) => upload(filler, first.sessionId, `page ${index}`, pageOf(index)));
    show(
      `first upload of ${snapshots}, ${images} images, 8 at once`,
      `${((performance.now() - begin) / 1_000).toFixed(1)} s`,
      '',
    );
    await filler.completeSession(first.sessionId);

    const client = newClient();
    const second = await client.createSession({ suite: 'bench', ...origin });
    const stopMeter = startCpuMeter();
    const start = performance.now();
    const parallel = await time(snapshots, 8, (index) =>
      upload(client, second.sessionId, `page ${index}`, pageOf(index)),
    );
    const seconds = (performance.now() - start) / 1_000;
    const cpu = (stopMeter() / snapshots) * 1_000;
    show(`${snapshots} unchanged snapshots, 8 at once`, `${seconds.toFixed(2)} s`, '< 10 s');
    show('  each of them, p50 / p95', `${ms(at(parallel, 0.5))} / ${ms(at(parallel, 0.95))}`, '');
    show('  CPU of service and database, each', ms(cpu), '');
    const conclusion = await client.completeSession(second.sessionId);
    show('  found unchanged', String(conclusion.diffs[0]?.summary.unchanged), String(snapshots));

    const third = await client.createSession({ suite: 'bench', ...origin });
    const fresh = newClient();
    const bare = [];
    const unchanged = await time(
      300,
      1,
      async (index) => {
        await upload(fresh, third.sessionId, `page ${index}`, pageOf(index));
      },
      async () => bare.push(...(await time(1, 1, async () => (await fetch(`${url}/healthz`)).text()))),
    );
    bare.sort((a, b) => a - b);
    show('a bare request, p50 / p95', `${ms(at(bare, 0.5))} / ${ms(at(bare, 0.95))}`, '');
    show('an unchanged upload, one at a time, p50', ms(at(unchanged, 0.5)), '');
    show('  p95', ms(at(unchanged, 0.95)), '< 15 ms');
    const different = await time(changes, 1, (index) =>
      upload(fresh, third.sessionId, `page ${index}`, changed[index]),
    );
    show('a changed 1280×720 upload, one at a time, p50', ms(at(different, 0.5)), '');
    show('  p95', ms(at(different, 0.95)), '< 60 ms');
    await measureKnown();
  }

  /** By the hashes of images that the service has; those that changed were compared before. */
  async function measureKnown() {
    const known = newClient();
    const hashOf = (png) => createHash('sha256').update(png).digest('hex');
    for (const [what, pngs] of Object.entries({ unchanged: pages, changed: changed.slice(0, images) })) {
      const hashes = pngs.map(hashOf);
      const { sessionId } = await known.createSession({ suite: 'bench', ...origin });
      const named = Array.from({ length: snapshots }, (_, index) => ({
        name: `page ${index}`,
        hash: hashes[index % images],
      }));
      const [took] = await time(1, 1, () =>
        known.uploadKnownSnapshots({ sessionId, suite: 'bench', ...origin, snapshots: named }),
      );
      show(`${snapshots} snapshots of known images, ${what}`, ms(took), '');
    }
  }

  if (!withLimits) {
    const { read, first, again } = measureGraph();
    show('200,000 commits in memory', ms(read), '');
    show('bases of 5,000 slots in them, new head / known head', `${ms(first)} / ${ms(again)}`, '< 50 ms');
  }
  if (collector) show('traces that the collector was sent', `${(collector.bytes() / 1e6).toFixed(1)} MB`, '');
  printFigures(rows);
} finally {
  await service.stop();
  collector?.stop();
}

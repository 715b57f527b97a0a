import { SvcClient } from '../../packages/sdk/dist/index.js';
import { startService } from '../startService.mjs';
import { uploadTargets } from './uploadTargets.mjs';
import { watchProcesses } from './watchProcesses.mjs';

const timeoutMs = 2 * 60 * 60_000;

/**
 * Captures builds with a real service, one after the other, as `svc` does: the first makes the baselines, each other one
 * is compared. Nothing is taken from an earlier capture without a browser.
 * @param builds folders
 * @param choose which of the targets of a build are captured
 * @param memory whether to measure that, too, which takes CPU time of its own
 */
export async function measureService({ builds, tool, pages, choose, memory }) {
  const service = await startService({ SVC_RATE_LIMITS: 'off', SVC_PAGES: String(pages) });
  const client = new SvcClient({ apiUrl: service.url, apiKey: service.apiKey });
  try {
    const runs = [];
    for (const [index, folder] of builds.entries()) {
      const watch = watchProcesses({ memoryEveryMs: memory ? 1_000 : 0 });
      const run = await measureRun(service, client, { folder, tool, choose, index, watch });
      watch.stop();
      runs.push({ ...run, memory: watch.peakMemory() });
    }
    return runs;
  } finally {
    await service.stop();
  }
}

async function measureRun(service, client, { folder, tool, choose, index, watch }) {
  const began = performance.now();
  const phases = [];
  let last = { time: began, cpu: {} };
  const end = (name) => {
    const cpu = watch.cpu();
    const spent = Object.entries(cpu).map(([kind, seconds]) => [kind, seconds - (last.cpu[kind] ?? 0)]);
    phases.push({ name, ms: performance.now() - last.time, cpu: Object.fromEntries(spent) });
    last = { time: performance.now(), cpu };
  };

  const uploaded = await uploadTargets(client, folder, { tool, timeoutMs, end });
  const targets = choose(uploaded.targets);
  const origin = { suite: 'bench', branch: 'main', commit: `c0ffee${index}` };
  const isFirst = index === 0;
  let firstMs = null;
  const { id: captureId } = await client.createCapture({
    ...origin,
    targets,
    complete: true,
    autoBaseline: isFirst,
    proof: false,
  });
  const capture = await client.waitForCapture(captureId, {
    timeoutMs,
    onProgress: ({ completedSnapshots }) => {
      if (completedSnapshots > 0) firstMs ??= performance.now() - began;
    },
  });
  end('capture');
  const counts = isFirst ? null : await compare(client, captureId);
  end('compare');
  const snapshots = await readDetails(service, captureId);
  return { phases, snapshots, counts, firstMs, targets, failures: capture.failures, url: uploaded.url };
}

async function readDetails({ url, apiKey }, captureId) {
  const response = await fetch(`${url}/api/v1/captures/${captureId}/details`, {
    headers: { 'x-api-key': apiKey },
  });
  return (await response.json()).snapshots;
}

async function compare(client, headCaptureId) {
  const { id } = await client.createDiff({ suite: 'bench', headCaptureId });
  const diff = await client.waitForDiff(id, { timeoutMs });
  if (diff.status !== 'completed') throw new Error(`the diff is ${diff.status}: ${diff.error}`);
  return diff.counts;
}

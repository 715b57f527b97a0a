import { setTimeout as sleep } from 'node:timers/promises';
import { uploadBuild } from '../../packages/cli/dist/capture/uploadBuild.js';
import { listFiles } from '../../packages/cli/dist/files/listFiles.js';
import { explodeStories } from '../../packages/cli/dist/stories/explodeStories.js';
import { SvcClient } from '../../packages/sdk/dist/index.js';
import { startService } from '../startService.mjs';
import { watchProcesses } from './watchProcesses.mjs';

/** How often the service is asked whether it has unpacked a build; all else waits as `svc` does. */
const pollMs = 50;
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

  const files = await listFiles(folder);
  const { id } = await uploadBuild(client, files, { note() {} }, { step() {}, tell() {} });
  end('upload');
  for (let site = await client.getSite(id); site.tool === null; site = await client.getSite(id)) {
    if (site.status === 'failed') throw new Error(`the site failed: ${site.error}`);
    await sleep(pollMs);
  }
  end('unpack');
  const { cdnUrl } = await client.getSite(id);
  const stories = await client.discoverStories(id, { timeoutMs });
  const withAddress = stories.map((story) => ({ ...story, url: new URL(story.url, cdnUrl).href }));
  const targets = choose(explodeStories(withAddress, tool)).map(({ target }) => target);
  end('discovery');
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
  return { phases, snapshots, counts, firstMs, targets, failures: capture.failures, url: cdnUrl };
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

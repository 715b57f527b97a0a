import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { captureOnStage } from '../../apps/server/dist/capture/captureOnStage.js';
import { findBrowser } from '../../apps/server/dist/capture/findBrowser.js';
import { forgetStory } from '../../apps/server/dist/capture/stage/forgetStory.js';
import { openStage } from '../../apps/server/dist/capture/stage/openStage.js';
import { readAccessibility } from '../../apps/server/dist/capture/steps/readAccessibility.js';
import { readLayout } from '../../apps/server/dist/capture/steps/readLayout.js';
import { packLayout } from '../../apps/server/dist/service/images/packLayout.js';
import { pictureFlags } from '../../packages/stabilise/dist/index.js';
import { serveFolder } from './serveFolder.mjs';
import { browserKinds, listProcesses } from './watchProcesses.mjs';

const clip = { x: 0, y: 0, width: 1280, height: 720 };
/** Before these, a browser has not compiled what every record runs. */
const warmUp = 5;

/**
 * Measures what is recorded with a first image of a built book: the CPU time of the browser and of this process, one story
 * after the other in one page, each in a new document, as the fleet shows them (Linux only).
 * @returns of each story the milliseconds of its layout record, of its accessibility tree, and of that with the rules; and the
 * bytes of its layout record, deflated
 */
export async function measureRecords(folder, stories) {
  const server = await serveFolder(folder);
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env),
    args: [...pictureFlags, '--no-sandbox'],
  });
  const open = () =>
    openStage(browser, { refusalOf: () => null, deviceScaleFactor: 1, looksSame: async () => false });
  const found = { layout: [], tree: [], accessibility: [], bytes: [] };
  try {
    let stage = await open();
    for (const [index, target] of listTargets(folder, server.port, stories).entries()) {
      let png;
      try {
        png = (await captureOnStage(stage, target, { now: '' })).png;
      } catch {
        await stage.close();
        stage = await open();
        continue;
      }
      const { result: layout, ms } = await cpuOf(async () => {
        const json = await readLayout(stage, clip);
        return json && (await packLayout(json));
      });
      const tree = await cpuOf(() => readAccessibility(stage, clip, png, async () => false));
      const accessibility = await cpuOf(() => readAccessibility(stage, clip, png, async () => true));
      await forgetStory(stage);
      if (index < warmUp || layout === null) continue;
      found.layout.push(ms);
      found.tree.push(tree.ms);
      found.accessibility.push(accessibility.ms);
      found.bytes.push(layout.byteLength);
    }
    await stage.close();
  } finally {
    await browser.close();
    await server.close();
  }
  return found;
}

/** Stories that are spread over the book. */
function listTargets(folder, port, count) {
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const isStorybook = existsSync(join(folder, 'index.json'));
  const ids = isStorybook
    ? Object.values(read('index.json').entries).flatMap(({ type, id }) => (type === 'story' ? [id] : []))
    : Object.keys(read('meta.json').stories);
  const most = Math.min(count, ids.length);
  return Array.from({ length: most }, (_, index) => {
    const id = encodeURIComponent(ids[Math.floor((index * ids.length) / most)]);
    const path = isStorybook ? `iframe.html?id=${id}&viewMode=story` : `?story=${id}&mode=preview`;
    return {
      name: id,
      url: `http://127.0.0.1:${port}/${path}`,
      framework: isStorybook ? 'stories-a' : 'stories-b',
      metadata: { framework: isStorybook ? 'stories-a' : 'stories-b' },
    };
  });
}

async function cpuOf(work) {
  const browsers = browserTime();
  const own = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(own);
  return { result, ms: (user + system) / 1e3 + (browserTime() - browsers) / 1e6 };
}

/** Nanoseconds that all threads of the browser have run. Source: proc(5), `/proc/<pid>/task/<tid>/schedstat`. */
function browserTime() {
  let sum = 0;
  for (const { id } of listProcesses(others).filter(({ kind }) => browserKinds.includes(kind))) {
    try {
      for (const task of readdirSync(`/proc/${id}/task`))
        sum += Number(readFileSync(`/proc/${id}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It ended while it was read.
    }
  }
  return sum;
}

/** Processes that are none of ours. */
const others = new Set();

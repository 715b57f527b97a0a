import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../apps/server/dist/capture/findBrowser.js';
import { diffLayouts } from '../../packages/layout-diff/dist/index.js';
import { pictureFlags } from '../../packages/stabilise/dist/index.js';
import { seededRandom } from '../affected/seededRandom.mjs';
import { openStory } from './openStory.mjs';
import { proposals } from './proposals.mjs';
import { serveChanged } from './serveChanged.mjs';

/** How often another story or element is drawn where one has nothing to change. */
const mostTries = 14;

/**
 * Changes a built book one thing at a time.
 * @returns what was said of each change: `{ kind, place, isFirst, falseNames, ms }`; `place` is that of the true cause, 0 for none
 */
export async function measureBook(folder, { times, kinds, seed, isVerbose }) {
  const executablePath = findBrowser(process.env);
  if (!executablePath) throw new Error('No Chromium was found; name one in SVC_BROWSER_PATH');
  const browser = await chromium.launch({ executablePath, args: [...pictureFlags, '--no-sandbox'] });
  const server = await serveChanged(folder);
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 720 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const book = {
      folder,
      page,
      server,
      random: seededRandom(seed),
      stories: listStories(folder),
      known: new Map(),
      isVerbose,
    };
    const trials = [];
    for (const kind of Object.keys(proposals)) {
      if (kinds && !kinds.includes(kind)) continue;
      // Styles differ most.
      const wanted = kind === 'style' ? times * 4 : times;
      for (let time = 0; time < wanted; time++) {
        const trial = await tryOnce(book, kind);
        if (trial === null) break;
        trials.push(trial);
      }
    }
    return trials;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function tryOnce(book, kind) {
  const { folder, page, server, random, stories } = book;
  for (let round = 0; round < mostTries; round++) {
    const url = server.origin + stories[Math.floor(random() * stories.length)];
    const before = await recordOf(book, url);
    if (!before || before.nodes.length < 8) continue;
    const proposal = await proposals[kind](page, random, { folder, record: before });
    if (!proposal) continue;
    server.change(proposal.change);
    const { record: after, isChanged } = await openStory(page, url);
    if (!after || isChanged === false) continue;
    // What the change does not reach shows nothing; only that of `nothing` is to show nothing.
    if (
      proposal.isTrue &&
      JSON.stringify([before.nodes, before.styles, before.strings]) ===
        JSON.stringify([after.nodes, after.styles, after.strings])
    )
      continue;
    return judge(book, kind, { url, before, after, proposal });
  }
  return null;
}

/** The story as it was built, opened now. Null where it never rests or is never the same. */
async function recordOf({ page, server, known }, url) {
  server.change(null);
  const { record } = await openStory(page, url);
  const key = record && JSON.stringify(record);
  const isNew = !known.has(url);
  if (isNew) {
    const again = await openStory(page, url);
    known.set(url, again.record && key === JSON.stringify(again.record) ? key : null);
  }
  return key !== null && known.get(url) === key ? record : null;
}

function judge({ isVerbose }, kind, { url, before, after, proposal }) {
  const began = process.cpuUsage();
  const { causes } = diffLayouts(before, after);
  const { user, system } = process.cpuUsage(began);
  const { isTrue, mayName, what } = proposal;
  const place = isTrue ? causes.findIndex(isTrue) + 1 : Number(causes.length === 0);
  // A custom property is named only where its own value differs.
  const named = causes.filter((cause) => cause.kind === 'style');
  const falseNames = named.filter(({ property }) => !mayName?.(property)).map(({ property }) => property);
  const trial = { kind, place, falseNames, ms: (user + system) / 1000, nodes: after.nodes.length };
  if (isVerbose || place !== 1 || falseNames.length > 0) {
    console.log(
      `${place === 1 && falseNames.length === 0 ? '✓' : '✗'} ${kind}: ${what}\n  ${url.replace(/^http:\/\/[^/]+/, '')}`,
    );
    for (const { text } of causes.slice(0, 6)) console.log(`    ${text}`);
  }
  return trial;
}

function listStories(folder) {
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (existsSync(join(folder, 'index.json'))) {
    return Object.values(read('index.json').entries)
      .filter(({ type }) => type === 'story')
      .map(({ id }) => `/iframe.html?id=${encodeURIComponent(id)}&viewMode=story`);
  }
  return Object.keys(read('meta.json').stories).map((id) => `/?story=${encodeURIComponent(id)}&mode=preview`);
}

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { explodeStories } from '../../packages/cli/src/stories/explodeStories.js';
import { shortIndex } from './book/stories.js';
import { hostOfSite, serve, type TestServer } from './serveFolder.js';
import { captureAll, sitesDomain, testFleet } from './testFleet.js';

/** What nobody can hold: the browser moves it, or another thread, out of reach of the page's scripts. */
const unstable = ['canvas/painter in a worker', 'media/marquee to the left', 'svg/styled in an image'];

const book = fileURLToPath(new URL('book', import.meta.url));
const video = fileURLToPath(new URL('../../examples/storybook/src/media/sweep.webm', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.webm': 'video/webm',
};

let server: TestServer;
let fleet: Fleet;

beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(pathname === '/sweep.webm' ? video : join(book, pathname)).then(
      (bytes) => response.writeHead(200, { 'content-type': types[extname(pathname)] }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  // A busy machine takes its time; these tests ask what is captured, not how fast.
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000, pages: 6 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

async function findTargets(): Promise<CaptureTarget[]> {
  const stories = await fleet.discoverStories({
    project: 'test',
    signal: new AbortController().signal,
    tool: 'stories-a',
    baseUrl: `http://${hostOfSite('book')}.${sitesDomain}:4300/`,
    readFile: async (path) => (path === 'index.json' ? Buffer.from(JSON.stringify(shortIndex)) : null),
  });
  return explodeStories(stories, 'stories-a').map(({ target }) => target);
}

const isUnstable = (outcome: CaptureOutcome) => outcome.ok && outcome.unstable;

/** Captures until each story is unstable or not as it has to be: a machine that is too busy for one says so, rightly. */
async function capturePatiently(targets: readonly CaptureTarget[]): Promise<Map<string, CaptureOutcome>> {
  const outcomes = await captureAll(fleet, targets);
  const tries = 3;
  for (let retry = 0; retry < tries; retry += 1) {
    const odd = targets.filter(({ name }) => {
      const outcome = outcomes.get(name);
      return outcome?.ok && isUnstable(outcome) !== unstable.includes(name);
    });
    for (const target of odd) {
      for (const [name, outcome] of await captureAll(fleet, [target])) outcomes.set(name, outcome);
    }
  }
  return outcomes;
}

// A hundred stories, most of which are taken on a simulated clock, twice: minutes on a busy machine.
it('a book of hard stories is captured whole, and twice alike', { timeout: 600_000 }, async () => {
  const targets = await findTargets();
  const names = Object.values(shortIndex.entries).map(({ title, name }) => `${title}/${name}`);
  expect(targets.map(({ name }) => name)).toEqual(names);
  expect(names.length).toBeGreaterThan(80);

  const first = await capturePatiently(targets);
  const those = (is: (outcome: CaptureOutcome) => boolean) =>
    [...first].filter(([, outcome]) => is(outcome)).map(([name]) => name);
  expect(those(({ ok }) => !ok)).toEqual([]);
  expect([...first.keys()].sort()).toEqual([...names].sort());
  expect(those(isUnstable).sort()).toEqual(unstable);

  const changed: string[] = [];
  const order = targets.filter(({ name }) => !unstable.includes(name)).reverse();
  await fleet.capture(order, {
    project: 'test',
    signal: new AbortController().signal,
    expectation: (index) => async (png) => {
      const before = first.get(order[index]?.name ?? '');
      return before?.ok === true && before.png.equals(png);
    },
    onOutcome: async (index, outcome) => {
      const name = order[index]?.name ?? '';
      const before = first.get(name);
      const same = outcome.ok && before?.ok && before.png.equals(outcome.png);
      if (!same && !isUnstable(outcome)) changed.push(name);
    },
  });
  expect(changed).toEqual([]);
});

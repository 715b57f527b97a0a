import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CaptureTarget } from '@svc/schema';
import { expect } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { explodeStories } from '../../packages/cli/src/stories/explodeStories.js';
import type { BookIndex } from './book/stories.js';
import { hostOfSite, serve } from './serveFolder.js';
import { captureAll, sitesDomain, testFleet } from './testFleet.js';

/** What nobody can hold: the browser moves it, or another thread, out of reach of the page's scripts. */
const unstable = new Set([
  'canvas/painter in a worker',
  'media/marquee to the left',
  'svg/styled in an image',
]);

const book = fileURLToPath(new URL('book', import.meta.url));
const video = fileURLToPath(new URL('../../examples/storybook/src/media/sweep.webm', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.webm': 'video/webm',
};

/** Captures stories of the book of hard stories, each twice: all whole, and alike unless they are marked unstable. */
export async function captureTwice(index: BookIndex): Promise<void> {
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(pathname === '/sweep.webm' ? video : join(book, pathname)).then(
      (bytes) => response.writeHead(200, { 'content-type': types[extname(pathname)] }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  // A busy machine takes its time; these tests ask what is captured, not how fast.
  const fleet = testFleet(server.port, { targetTimeoutMs: 90_000, pages: 6 });
  try {
    const targets = await findTargets(fleet, index);
    const names = Object.values(index.entries).map(({ title, name }) => `${title}/${name}`);
    expect(targets.map(({ name }) => name)).toEqual(names);

    const first = await capturePatiently(fleet, targets);
    const those = (is: (outcome: CaptureOutcome) => boolean) =>
      [...first].filter(([, outcome]) => is(outcome)).map(([name]) => name);
    expect(those(({ ok }) => !ok)).toEqual([]);
    expect([...first.keys()].sort()).toEqual([...names].sort());
    expect(those(isUnstable).sort()).toEqual(names.filter((name) => unstable.has(name)).sort());

    const order = targets.filter(({ name }) => !unstable.has(name)).reverse();
    expect(await findChanged(fleet, order, first)).toEqual([]);
  } finally {
    await fleet.close();
    await server.close();
  }
}

async function findTargets(fleet: Fleet, index: BookIndex): Promise<CaptureTarget[]> {
  const stories = await fleet.discoverStories({
    project: 'test',
    signal: new AbortController().signal,
    tool: 'stories-a',
    baseUrl: `http://${hostOfSite('book')}.${sitesDomain}:4300/`,
    readFile: async (path) => (path === 'index.json' ? Buffer.from(JSON.stringify(index)) : null),
  });
  return explodeStories(stories, 'stories-a').map(({ target }) => target);
}

const isUnstable = (outcome: CaptureOutcome) => outcome.ok && outcome.unstable;

/** Captures until each story is unstable or not as it has to be: a machine that is too busy for one says so, rightly. */
async function capturePatiently(
  fleet: Fleet,
  targets: readonly CaptureTarget[],
): Promise<Map<string, CaptureOutcome>> {
  const outcomes = await captureAll(fleet, targets);
  const tries = 3;
  for (let retry = 0; retry < tries; retry += 1) {
    const odd = targets.filter(({ name }) => {
      const outcome = outcomes.get(name);
      return outcome?.ok && isUnstable(outcome) !== unstable.has(name);
    });
    for (const target of odd) {
      for (const [name, outcome] of await captureAll(fleet, [target])) outcomes.set(name, outcome);
    }
  }
  return outcomes;
}

/** @returns the names of those that have another image than the expected one, and are not unstable */
async function findChanged(
  fleet: Fleet,
  targets: readonly CaptureTarget[],
  expected: ReadonlyMap<string, CaptureOutcome>,
): Promise<string[]> {
  const isAsBefore = (index: number, png: Buffer) => {
    const before = expected.get(targets[index]?.name ?? '');
    return before?.ok === true && before.png.equals(png);
  };
  const changed: string[] = [];
  await fleet.capture(targets, {
    project: 'test',
    signal: new AbortController().signal,
    expectation: (index) => async (png) => isAsBefore(index, png),
    onOutcome: async (index, outcome) => {
      const same = outcome.ok && isAsBefore(index, outcome.png);
      if (!same && !isUnstable(outcome)) changed.push(targets[index]?.name ?? '');
    },
  });
  return changed;
}

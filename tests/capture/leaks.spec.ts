import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { buildExample } from './buildExample.js';
import { serveFolders, type TestServer } from './serveFolder.js';
import { targetsOf, testFleet } from './testFleet.js';

let server: TestServer;
let fleet: Fleet;
let paints: CaptureTarget;
let plain: CaptureTarget;
let focuses: CaptureTarget;
let focusesLate: CaptureTarget;
let documents = 0;
/** Backgrounds of the documents to come, which are white after them. */
let backgrounds: string[] = [];

beforeAll(async () => {
  server = await serveFolders({ faults: await buildExample('storybook', 'faults') }, (path, bytes) => {
    if (!path.endsWith('iframe.html')) return bytes;
    documents += 1;
    const style = `<style>body { background: ${backgrounds.shift() ?? 'white'} }</style>`;
    return Buffer.concat([bytes, Buffer.from(style)]);
  });
  // One page, so that the stories follow each other on it.
  fleet = testFleet(server.port, { pages: 1 });
  const targets = await targetsOf(fleet, 'stories-a', 'faults', await buildExample('storybook', 'faults'));
  const named = (name: string) => {
    const target = targets.find((one) => one.name === name);
    if (!target) throw new Error(`the build has no story ${name}`);
    return target;
  };
  paints = named('Faults/Paints The Body');
  plain = named('Faults/Plain');
  focuses = named('Faults/Takes Focus');
  focusesLate = named('Faults/Takes Focus Late');
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

type Expectation = ((png: Buffer) => Promise<boolean>) | null;

/** What became of the last of the targets, which alone has an expectation. */
async function captureLast(targets: CaptureTarget[], expectation: Expectation, isDependent = false) {
  const outcomes: CaptureOutcome[] = [];
  await fleet.capture(targets, {
    project: 'test',
    signal: new AbortController().signal,
    expectation: (index) => (index === targets.length - 1 ? expectation : null),
    isDependent: (index) => isDependent && index === targets.length - 1,
    onOutcome: async (index, outcome) => {
      outcomes[index] = outcome;
    },
  });
  const last = outcomes.at(-1);
  if (!last?.ok) throw new Error(last?.message ?? 'no outcome');
  return last;
}

describe('a story that leaves something behind', () => {
  it('spoils the image of the next one when that is taken at its word', async () => {
    const alone = await captureLast([plain], null);
    const spoilt = await captureLast([paints, plain], async () => true);
    expect(spoilt.png.equals(alone.png)).toBe(false);
  });

  it('cannot make the next one differ from its baseline or flaky, and the dependence is noted', async () => {
    const alone = await captureLast([plain], null);
    expect(alone.notes).toEqual([]);
    const after = await captureLast([paints, plain], async (png) => png.equals(alone.png));
    expect(after.png.equals(alone.png)).toBe(true);
    expect(after.unstable).toBe(false);
    expect(after.notes).toEqual([expect.stringMatching(/^looked different after other stories/)]);
    expect(after.isDependent).toBe(true);
  });

  it('is shown before one that is known to depend on it in vain', async () => {
    const alone = await captureLast([plain], null);
    const before = documents;
    let shown = 0;
    const again = async (png: Buffer) => {
      shown += 1;
      return png.equals(alone.png);
    };
    const after = await captureLast([paints, plain], again, true);
    expect(after).toMatchObject({ unstable: false, isDependent: true });
    expect(after.png.equals(alone.png)).toBe(true);
    // Each has one document, and the first image of the second is the expected one.
    expect([documents - before, shown]).toEqual([2, 1]);
  });

  it('hides no change of one that is known to depend on it', async () => {
    const alone = await captureLast([plain], null);
    const changed = await captureLast([paints, plain], async () => false, true);
    expect(changed).toMatchObject({ unstable: false, isDependent: true });
    expect(changed.png.equals(alone.png)).toBe(true);
  });

  it.each([
    ['that looks different in every document', ['white', 'white', 'black']],
    ['that does not look as expected', ['white', 'black']],
  ])('does not hide a flaky story %s', async (_what, documents) => {
    const alone = await captureLast([plain], null);
    backgrounds = [...documents];
    const after = await captureLast([paints, plain], async (png) => png.equals(alone.png));
    expect([after.unstable, backgrounds]).toEqual([true, []]);
  });

  it('does not hide a flaky story that was not switched to', async () => {
    const alone = await captureLast([plain], null);
    backgrounds = ['black'];
    const flaky = await captureLast([plain], async (png) => png.equals(alone.png));
    expect([flaky.unstable, backgrounds]).toEqual([true, []]);
  });

  it('does not reach a first image, which has nothing to be compared with', async () => {
    const alone = await captureLast([plain], null);
    const first = await captureLast([paints, plain], null);
    expect(first.png.equals(alone.png)).toBe(true);
    expect(first.unstable).toBe(false);
  });
});

it('a story that is late has the focus that it asks for, however it is reached', async () => {
  const focused = await captureLast([focuses], null);
  const fresh = await captureLast([focusesLate], null);
  const switched = await captureLast([plain, focusesLate], async () => true);
  expect(fresh.png.equals(focused.png)).toBe(true);
  expect(switched.png.equals(focused.png)).toBe(true);
});

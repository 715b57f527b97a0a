import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serveFolders, type TestServer } from '../capture/serveFolder.js';
import { captureAll, resultOf, targetsOf, testFleet } from '../capture/testFleet.js';

/** Folders of builds by name, from `npm run test:matrix`; without it there is nothing to check. */
const builds: Record<string, string> = JSON.parse(process.env.SVC_MATRIX_BUILDS ?? '{}');

describe.skipIf(Object.keys(builds).length === 0)('older Storybooks', () => {
  let server: TestServer;
  let fleet: Fleet;
  beforeAll(async () => {
    server = await serveFolders(builds);
    fleet = testFleet(server.port, { pages: 2, targetTimeoutMs: 20_000 });
  });
  afterAll(async () => {
    await fleet?.close();
    await server?.close();
  });

  it.each(Object.entries(builds))('%s', async (name, folder) => {
    const targets = await targetsOf(fleet, 'stories-a', name, folder);
    expect(targets.map((target) => target.name)).toEqual([
      'Matrix/Counter/Resting__320',
      'Matrix/Counter/Resting__640',
      'Matrix/Counter/Themed[dark]',
      'Matrix/Counter/Themed[light]',
      'Matrix/Counter/Clicked',
      'Matrix/Counter/Broken',
    ]);
    const first = await captureAll(fleet, targets);
    const results = (outcomes: typeof first) =>
      Object.fromEntries([...outcomes].map(([target, outcome]) => [target, resultOf(outcome)]));
    const failures = Object.values(results(first)).filter((result) => result.startsWith('failed'));
    expect(failures).toEqual([expect.stringContaining('broken on purpose')]);
    expect(new Set(Object.values(results(first))).size).toBe(targets.length);
    expect(results(await captureAll(fleet, [...targets].reverse()))).toEqual(results(first));
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { buildExample } from './buildExample.js';
import { serveFolders, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, targetsOf, testFleet } from './testFleet.js';

let folder: string;
let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  folder = await buildExample('ladle', 'faults');
  server = await serveFolders({ ladle: folder });
  // One page, so that the stories follow each other on it.
  fleet = testFleet(server.port, { pages: 1 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

it('switches between stories of Ladle that have the same arguments', async () => {
  const targets = (await targetsOf(fleet, 'stories-b', 'ladle', folder)).filter(({ name }) =>
    name.startsWith('Arguments/'),
  );
  expect(targets.map(({ name }) => name)).toEqual(['Arguments/First', 'Arguments/Second']);
  const alone = [...(await captureAll(fleet, targets)).values()].map(resultOf);
  expect(alone.filter((result) => result.startsWith('failed'))).toEqual([]);
  expect(new Set(alone).size).toBe(2);

  const order = [0, 1, 0, 0, 1];
  const switched: CaptureOutcome[] = [];
  await fleet.capture(
    order.flatMap((index) => targets[index] ?? []),
    {
      project: 'test',
      signal: new AbortController().signal,
      expectation: () => async () => true,
      onOutcome: async (index, outcome) => {
        switched[index] = outcome;
      },
    },
  );
  expect(switched.map(resultOf)).toEqual(order.map((index) => alone[index]));
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { buildExample } from './buildExample.js';
import { serveFolders, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, sizeOf, targetsOf, testFleet } from './testFleet.js';

describe.each([
  { tool: 'storybook', framework: 'stories-a' },
  { tool: 'ladle', framework: 'stories-b' },
] as const)('the example $tool', ({ tool, framework }) => {
  let server: TestServer;
  let fleet: Fleet;
  let folder: string;
  let outcomes: Map<string, CaptureOutcome>;

  beforeAll(async () => {
    folder = await buildExample(tool, '1');
    server = await serveFolders({ one: folder });
    fleet = testFleet(server.port);
  });
  afterAll(async () => {
    await fleet?.close();
    await server?.close();
  });

  it('is discovered, with parameters, in a fixed order', async () => {
    const targets = await targetsOf(fleet, framework, 'one', folder);
    expect(await targetsOf(fleet, framework, 'one', folder)).toEqual(targets);
    const names = targets.map(({ name }) => name);
    expect(names).toContain('Components/Plans__375');
    expect(names).toContain('Components/Button/Danger');
    expect(names.filter((name) => name.includes('Scratch'))).toEqual([]);
    expect(targets.find(({ name }) => name === 'Insights/Live')?.ignoreSelectors).toEqual(['.live-count']);
    expect(targets.find(({ name }) => name === 'Feedback/Upload')?.delay).toBe(800);
  });

  it('is captured twice with the same bytes', async () => {
    const targets = await targetsOf(fleet, framework, 'one', folder);
    outcomes = await captureAll(fleet, targets);
    expect([...outcomes].filter(([, outcome]) => !outcome.ok)).toEqual([]);
    expect(
      [...outcomes].filter(([, outcome]) => outcome.ok && outcome.unstable).map(([name]) => name),
    ).toEqual([]);
    expect(outcomes.size).toBe(targets.length);

    const again = await captureAll(fleet, [...targets].reverse());
    const different = [...outcomes].filter(
      ([name, outcome]) => resultOf(outcome) !== resultOf(again.get(name)),
    );
    expect(different.map(([name]) => name)).toEqual([]);
  });

  it('is captured as its stories ask', () => {
    expect(sizeOf(outcomes.get('Pages/Dashboard'))).toMatchObject({ width: 1280 });
    expect(sizeOf(outcomes.get('Pages/Dashboard'))?.height).toBeGreaterThan(1_000);
    const fold = tool === 'storybook' ? 'Pages/Above The Fold' : 'Pages/Above the fold';
    expect(sizeOf(outcomes.get(fold))).toEqual({ width: 1280, height: 720 });
    expect(sizeOf(outcomes.get('Components/Plans__375'))).toMatchObject({ width: 375 });
    const card = tool === 'storybook' ? 'Components/Card/Trip' : 'Components/Trip';
    expect(sizeOf(outcomes.get(card))).toMatchObject({ width: 360 });
  });
});

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureTarget, StoryTool } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fleet, PageLoads } from '../../apps/server/src/domain/captures/Fleet.js';
import { attributeLoads } from '../../apps/server/src/domain/proof/attributeLoads.js';
import { compareBuilds } from '../../apps/server/src/domain/proof/compareBuilds.js';
import { createSiteGraph } from '../../apps/server/src/domain/proof/createSiteGraph.js';
import { buildExample } from './buildExample.js';
import { hostOfSite, serveFolders, type TestServer } from './serveFolder.js';
import { sitesDomain, targetsOf, testFleet } from './testFleet.js';

/** The files of a folder, some with other bytes. */
async function graphOf(
  tool: StoryTool,
  folder: string,
  change: (path: string, text: string) => string = (_, text) => text,
) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const texts = new Map(
    await Promise.all(
      paths.map(async (path) => [path, change(path, await readFile(join(folder, path), 'latin1'))] as const),
    ),
  );
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  return createSiteGraph({
    tool,
    files: new Map([...texts].map(([path, text]) => [path, hashOf(text)])),
    read: async (path) => texts.get(path) ?? '',
  });
}

describe.each([
  { tool: 'stories-a', example: 'storybook' },
  { tool: 'stories-b', example: 'ladle' },
] as const)('what stories of $example load', ({ tool, example }) => {
  let server: TestServer;
  let fleet: Fleet;
  let folder: string;
  let targets: CaptureTarget[];
  beforeAll(async () => {
    folder = await buildExample(example, '1');
    server = await serveFolders({ one: folder });
    fleet = testFleet(server.port, { pages: 2 });
    targets = await targetsOf(fleet, tool, 'one', folder);
  });
  afterAll(async () => {
    await fleet?.close();
    await server?.close();
  });

  /** What the fleet says that the page of each target has loaded. */
  async function capture(keepsPages: boolean): Promise<Map<string, PageLoads>> {
    const loads = new Map<string, PageLoads>();
    await fleet.capture(targets, {
      project: 'test',
      signal: new AbortController().signal,
      ...(keepsPages && { expectation: () => async () => true }),
      onOutcome: async (index, outcome) => {
        if (outcome.ok && outcome.loads) loads.set(targets[index]?.name ?? '', outcome.loads);
      },
    });
    return loads;
  }

  test('and what the list of stories is found in, is known', async () => {
    let known: string[] = [];
    await fleet.discoverStories({
      project: 'test',
      signal: new AbortController().signal,
      tool,
      baseUrl: `http://${hostOfSite('one')}.${sitesDomain}:4300/`,
      readFile: (path) => readFile(join(folder, path)).catch(() => null),
      onLoads: (paths) => {
        known = paths;
      },
    });
    const files = await readdir(folder, { recursive: true });
    const storyFiles = files.filter((path) => /\.stories-.*\.js$/.test(path));
    expect(storyFiles.length).toBeGreaterThan(5);
    // Ladle lists its stories in a file.
    const needed = tool === 'stories-a' ? ['iframe.html', 'index.json', ...storyFiles] : ['', 'meta.json'];
    expect(known).toEqual(expect.arrayContaining(needed));
  });

  test('is known, and as much on a page that has shown other stories', async () => {
    const graph = await graphOf(tool, folder);
    const attribute = ({ paths, ...story }: PageLoads) =>
      attributeLoads(graph, { ...story, loaded: new Set(paths) });
    const alone = await capture(false);
    const kept = await capture(true);
    expect(alone.size).toBeGreaterThan(targets.length / 2);
    expect([...kept.keys()].sort()).toEqual([...alone.keys()].sort());

    const changed = await graphOf(tool, folder, (path, text) =>
      /Table-.*\.css$/.test(path) ? `${text} ` : text,
    );
    const unchanged = compareBuilds(graph, await graphOf(tool, folder));
    const compare = compareBuilds(graph, changed);
    const proven = { alone: [] as string[], kept: [] as string[] };
    for (const [name, loads] of alone) {
      const own = await attribute(loads);
      const shared = await attribute(kept.get(name) as PageLoads);
      expect(own.compared).toBe('structure');
      expect(shared.compared).toBe('structure');
      expect(shared.paths).toEqual(expect.arrayContaining(own.paths));
      expect(await unchanged(own)).toEqual({ isProven: true });
      if ((await compare(own)).isProven) proven.alone.push(name);
      if ((await compare(shared)).isProven) proven.kept.push(name);
    }
    expect(proven.kept).toEqual(proven.alone);
    expect(proven.alone.some((name) => name.includes('Button'))).toBe(true);
    expect(proven.alone.filter((name) => /Invoices|Dashboard/.test(name))).toEqual([]);
  });
});

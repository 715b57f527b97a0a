import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureTarget, StoryTool } from '@svc/schema';
import { createFleet, type FleetOptions } from '../../apps/server/src/capture/createFleet.js';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { explodeStories } from '../../packages/cli/src/stories/explodeStories.js';
import { hostOfSite } from './serveFolder.js';

export const sitesDomain = 'sites.localhost';

/** A fleet on the browser of this machine, whose sites are served on the given port of loopback. */
export function testFleet(sitesPort: number, options: Partial<FleetOptions> = {}): Fleet {
  const browserPath = findBrowser(process.env);
  if (!browserPath) throw new Error('these tests need a Chromium; name one with SVC_BROWSER_PATH');
  return createFleet({
    browserPath,
    sites: { domain: sitesDomain, upstream: { host: '127.0.0.1', port: sitesPort } },
    allowHosts: [],
    // Other tests capture meanwhile.
    pages: 2,
    log: () => {},
    ...options,
  });
}

/** The targets of a build that is served as `sit-<site>.sites.localhost`. */
export async function targetsOf(
  fleet: Fleet,
  tool: StoryTool,
  site: string,
  folder: string,
): Promise<CaptureTarget[]> {
  const stories = await fleet.discoverStories({
    project: 'test',
    signal: new AbortController().signal,
    tool,
    baseUrl: `http://${hostOfSite(site)}.${sitesDomain}:4300/`,
    readFile: (path) => readFile(join(folder, path)).catch(() => null),
  });
  return explodeStories(stories, tool).map(({ target }) => target);
}

/** A page of a site, named by its path. */
export const pageOf = (site: string, path: string): CaptureTarget => ({
  name: path,
  url: `http://${hostOfSite(site)}.${sitesDomain}:4300${path}`,
});

/** What became of each target, by its name. */
export async function captureAll(
  fleet: Fleet,
  targets: readonly CaptureTarget[],
  project = 'test',
): Promise<Map<string, CaptureOutcome>> {
  const outcomes = new Map<string, CaptureOutcome>();
  await fleet.capture(targets, {
    project,
    signal: new AbortController().signal,
    onOutcome: async (index, outcome) => {
      const name = targets[index]?.name ?? '';
      if (outcomes.has(name)) throw new Error(`two outcomes for ${name}`);
      outcomes.set(name, outcome);
    },
  });
  return outcomes;
}

/** A hash of the image, or the message of the failure. */
export function resultOf(outcome: CaptureOutcome | undefined): string {
  if (!outcome) return 'no outcome';
  return outcome.ok ? createHash('sha256').update(outcome.png).digest('hex') : `failed: ${outcome.message}`;
}

/** The size that the PNG says it has. */
export function sizeOf(outcome: CaptureOutcome | undefined): { width: number; height: number } | null {
  if (!outcome?.ok) return null;
  return { width: outcome.png.readUInt32BE(16), height: outcome.png.readUInt32BE(20) };
}

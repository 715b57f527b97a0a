import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFleet } from '../../apps/server/dist/capture/createFleet.js';
import { findBrowser } from '../../apps/server/dist/capture/findBrowser.js';
import { explodeStories } from '../../packages/cli/dist/stories/explodeStories.js';
import { serveFolder } from './serveFolder.mjs';

export const browserPath = findBrowser(process.env);
if (!browserPath) throw new Error('No Chromium was found; name one in SVC_BROWSER_PATH');

const frameworks = { storybook: 'stories-a', ladle: 'stories-b' };

/** Serves a build and finds its targets. */
export async function openBuild(tool, folder, answers) {
  const server = await serveFolder(folder, answers);
  const newFleet = (pages) =>
    createFleet({
      browserPath,
      pages,
      sites: { domain: 'sites.localhost', upstream: { host: '127.0.0.1', port: server.port } },
      allowHosts: [],
      log: (message, fields) => console.error(message, fields),
    });
  const fleet = newFleet(1);
  const origin = 'http://sit-bench.sites.localhost:4300';
  const stories = await fleet
    .discoverStories({
      project: 'bench',
      signal: new AbortController().signal,
      tool: frameworks[tool],
      baseUrl: `${origin}/`,
      readFile: (path) => readFile(join(folder, path)).catch(() => null),
    })
    .finally(() => fleet.close())
    .catch(async (error) => {
      await server.close();
      throw error;
    });
  const targets = explodeStories(stories, frameworks[tool]).map(({ target }) => target);
  return {
    targets,
    newFleet,
    /** The same stories for tools that know nothing of sites. */
    urls: targets.map(({ url }) => url.replace(origin, `http://127.0.0.1:${server.port}`)),
    port: server.port,
    close: () => server.close(),
  };
}

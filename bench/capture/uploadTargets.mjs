import { setTimeout as sleep } from 'node:timers/promises';
import { uploadBuild } from '../../packages/cli/dist/capture/uploadBuild.js';
import { listFiles } from '../../packages/cli/dist/files/listFiles.js';
import { explodeStories } from '../../packages/cli/dist/stories/explodeStories.js';

/** How often the service is asked whether it has unpacked a build. */
const pollMs = 50;

/**
 * Uploads a build and finds its targets, as `svc` does.
 *
 * @param {(phase: string) => void} end told when a phase has ended: upload, unpack, discovery
 */
export async function uploadTargets(client, folder, { tool, timeoutMs, end = () => {} }) {
  const files = await listFiles(folder);
  const { id } = await uploadBuild(client, files, { note() {} }, { step() {}, report() {} });
  end('upload');
  for (let site = await client.getSite(id); site.tool === null; site = await client.getSite(id)) {
    if (site.status === 'failed') throw new Error(`the site failed: ${site.error}`);
    await sleep(pollMs);
  }
  end('unpack');
  const { cdnUrl } = await client.getSite(id);
  const stories = await client.discoverStories(id, { timeoutMs });
  const withAddress = stories.map((story) => ({ ...story, url: new URL(story.url, cdnUrl).href }));
  const targets = explodeStories(withAddress, tool).map(({ target }) => target);
  end('discovery');
  return { targets, url: cdnUrl };
}

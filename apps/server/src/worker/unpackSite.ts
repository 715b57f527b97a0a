import type { StoryEntry, StoryTool } from '@svc/schema';
import { ArchiveError } from '../archive/ArchiveError.js';
import { readArchive } from '../archive/readArchive.js';
import type { Fleet } from '../domain/fleet.js';
import type { SiteFile } from '../domain/SiteFile.js';
import { beginSite } from '../service/beginSite.js';
import { finishSite } from '../service/finishSite.js';
import { giveUp } from '../service/giveUp.js';
import type { Resources } from '../service/Resources.js';
import { readSiteFile } from '../service/readSiteFile.js';
import { saveSiteFiles } from '../service/saveSiteFiles.js';
import { storeSiteFile } from '../service/storeSiteFile.js';

/** Stores the files of an uploaded archive by hash, finds its stories, and makes the site ready. */
export async function unpackSite(
  resources: Resources,
  fleet: Fleet,
  siteId: string,
  signal: AbortSignal,
): Promise<void> {
  const archive = await beginSite(resources, siteId);
  if (!archive) return;
  const files: SiteFile[] = [];
  try {
    await readArchive(archive, async (path, content) => {
      signal.throwIfAborted();
      files.push(await storeSiteFile(resources, path, content));
    });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return giveUp(resources, { siteId }, error);
  }
  const tool = await saveSiteFiles(resources, siteId, files);
  await finishSite(resources, siteId, await findStories(resources, fleet, siteId, tool));
}

/** The stories of a site, or why none are found: a site without any is of use all the same. */
async function findStories(
  resources: Resources,
  fleet: Fleet,
  siteId: string,
  tool: StoryTool | null,
): Promise<{ stories: StoryEntry[] } | { error: string }> {
  if (!tool) {
    return { error: 'the archive is no build of Storybook or Ladle (no index.json, no meta.json)' };
  }
  try {
    const stories = await fleet.discoverStories({
      tool,
      baseUrl: resources.links.site(siteId),
      readFile: (path) => readSiteFile(resources, siteId, path),
    });
    return { stories };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

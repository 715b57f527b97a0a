import type { StoryTool } from '@svc/schema';
import { detectStoryTool, findBuildRoot } from '../../domain/sites/detectStoryTool.js';
import type { SiteFile } from '../../domain/sites/SiteFile.js';
import { setSiteFiles } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

/**
 * Gives a site the files of its archive, whose build may lie in a folder.
 * @returns the tool whose build they are
 */
export async function saveSiteFiles(
  { database }: Resources,
  siteId: string,
  unpacked: readonly SiteFile[],
): Promise<StoryTool | null> {
  const root = findBuildRoot(unpacked.map((file) => file.path));
  const files = unpacked.map((file) => ({ ...file, path: file.path.slice(root.length) }));
  const tool = detectStoryTool(new Set(files.map((file) => file.path)));
  await database.transaction().execute((transaction) => setSiteFiles(transaction, siteId, files, tool));
  return tool;
}

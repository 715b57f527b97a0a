import { ArchiveError } from '../archive/ArchiveError.js';
import { readArchive } from '../archive/readArchive.js';
import { detectStoryTool, findBuildRoot } from '../domain/detectStoryTool.js';
import type { Fleet } from '../domain/fleet.js';
import type { Resources } from '../service/Resources.js';
import {
  beginUnpacking,
  findSiteById,
  findSiteFile,
  type SiteFile,
  setSiteFailed,
  setSiteFiles,
  setSiteReady,
  setStories,
} from '../store/sites.js';

/** Stores the files of an uploaded archive by hash, finds its stories, and makes the site ready. */
export async function unpackSite(
  resources: Resources,
  fleet: Fleet,
  siteId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database } = resources;
  const site = await findSiteById(database, siteId);
  if (!site || !(await beginUnpacking(database, siteId))) return;
  let files: SiteFile[];
  try {
    files = await storeFiles(resources, site.archive_hash, signal);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    await setSiteFailed(database, siteId, error.message);
    return;
  }
  const tool = detectStoryTool(new Set(files.map((file) => file.path)));
  await database.transaction().execute((transaction) => setSiteFiles(transaction, siteId, files, tool));
  let storiesError: string | null =
    'the archive is no build of Storybook or Ladle (no index.json, no meta.json)';
  if (tool) {
    try {
      const stories = await fleet.discoverStories({
        tool,
        baseUrl: resources.links.site(siteId),
        readFile: async (path) => {
          const file = await findSiteFile(database, siteId, path);
          return file ? resources.blobs.get(file.hash) : null;
        },
      });
      await database.transaction().execute((transaction) => setStories(transaction, siteId, stories));
      storiesError = null;
    } catch (error) {
      storiesError = error instanceof Error ? error.message : String(error);
    }
  }
  await setSiteReady(database, siteId, storiesError);
}

async function storeFiles(
  { blobs }: Resources,
  archiveHash: string,
  signal: AbortSignal,
): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  await readArchive(await blobs.stream(archiveHash), async (path, content) => {
    signal.throwIfAborted();
    const { hash, size } = await blobs.put(content);
    files.push({ path, hash, bytes: size });
  });
  const root = findBuildRoot(files.map((file) => file.path));
  return files.map((file) => ({ ...file, path: file.path.slice(root.length) }));
}

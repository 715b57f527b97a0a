import type { Readable } from 'node:stream';
import type { StoryEntry, StoryTool } from '@svc/schema';
import type { Discovery } from '../../domain/sites/Discovery.js';
import { detectStoryTool, findBuildRoot } from '../../domain/sites/detectStoryTool.js';
import type { SiteFile } from '../../domain/sites/SiteFile.js';
import { setDiscovery } from '../../store/sites/discoveries.js';
import { listManifest, type ManifestFile } from '../../store/sites/manifests.js';
import {
  beginUnpacking,
  findSiteById,
  setSiteFiles,
  setSiteReady,
  setStories,
} from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';
import { removeArchive, requireKept } from './archives.js';

/** A site that is being unpacked. */
export interface Unpacking {
  projectId: string;
  /** The bytes of the archive, from their beginning. */
  openArchive(): Promise<Readable>;
  /** What the site will have, where its archive holds only what the project lacked. */
  manifest: readonly ManifestFile[] | null;
}

/** Starts the unpacking of a site, again after a crash. Null when it has ended already. */
export async function beginSite({ database, blobs }: Resources, siteId: string): Promise<Unpacking | null> {
  const site = await findSiteById(database, siteId);
  if (!site || !(await beginUnpacking(database, siteId))) return null;
  const { projectId, archiveHash, byManifest } = site;
  return {
    projectId,
    manifest: byManifest ? await listManifest(database, siteId) : null,
    openArchive: async () => {
      if (archiveHash === null) throw new Error(`site ${siteId} is to be unpacked and has no archive`);
      return blobs.stream(archiveHash);
    },
  };
}

/** Stores the bytes of a file that a site will have. */
export async function storeSiteFile(
  { blobs }: Resources,
  path: string,
  content: Uint8Array | Readable,
): Promise<SiteFile> {
  const { hash, size } = await blobs.put(content);
  return { path, hash, bytes: size };
}

/**
 * Gives a site the files of its archive, whose build may lie in a folder.
 * @returns the tool whose build they are
 */
export async function saveSiteFiles(
  { database, blobs }: Resources,
  siteId: string,
  unpacked: readonly SiteFile[],
): Promise<StoryTool | null> {
  const root = findBuildRoot(unpacked.map((file) => file.path));
  const files = unpacked.map((file) => ({ ...file, path: file.path.slice(root.length) }));
  const tool = detectStoryTool(new Set(files.map((file) => file.path)));
  const hashes = files.map((file) => file.hash);
  await database.transaction().execute(async (transaction) => {
    await requireKept({ blobs }, transaction, hashes);
    await setSiteFiles(transaction, siteId, files, tool);
  });
  return tool;
}

/** Makes a site ready, with its stories or with the reason why it has none. Its archive is not needed any more. */
export async function finishSite(
  { database, blobs }: Resources,
  siteId: string,
  found: { stories: StoryEntry[]; discovery: Discovery | null } | { error: string },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if ('stories' in found) {
      await setStories(transaction, siteId, found.stories);
      if (found.discovery) await setDiscovery(transaction, siteId, found.discovery);
    }
    await setSiteReady(transaction, siteId, 'error' in found ? found.error : null);
    await removeArchive({ blobs }, transaction, siteId);
  });
}

import { isDeepStrictEqual } from 'node:util';
import type { StoryEntry, StoryTool } from '@svc/schema';
import { storable } from '@svc/schema/storable';
import { ArchiveError } from '../archive/ArchiveError.js';
import { inSpan } from '../context/spans.js';
import type { Fleet } from '../domain/captures/Fleet.js';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { ServiceError } from '../domain/ServiceError.js';
import { isDiskFault } from '../domain/StorageUnavailable.js';
import type { Discovery } from '../domain/sites/Discovery.js';
import type { Slot } from '../domain/slot.js';
import { giveUp } from '../service/giveUp.js';
import { stopProofs } from '../service/proof/stopProofs.js';
import type { Resources } from '../service/Resources.js';
import { readSiteFile } from '../service/sites/openSiteFile.js';
import { type Build, recallStories } from '../service/sites/recallStories.js';
import { beginSite, finishSite, saveSiteFiles, storeSiteFile } from '../service/sites/unpackingSteps.js';
import { withinQuota } from '../service/withinQuota.js';
import { readMissing, readWhole } from './readUpload.js';
import type { Warn } from './Warn.js';

/** Stores the files of an uploaded archive by hash, finds its stories, and makes the site ready. */
export async function unpackSite(
  resources: Resources,
  fleet: Fleet,
  siteId: string,
  signal: AbortSignal,
  warn: Warn,
): Promise<void> {
  const begun = await beginSite(resources, siteId);
  if (!begun) return;
  let tool: StoryTool | null;
  try {
    const upload = begun.manifest ? readMissing(begun, begun.manifest) : readWhole(begun);
    // An archive is checked whole before anything of it is stored.
    const amount = await upload.check();
    signal.throwIfAborted();
    tool = await withinQuota(resources, begun.projectId, amount, async () => {
      const files = await upload.unpack((path, content) => {
        signal.throwIfAborted();
        return storeSiteFile(resources, path, content);
      });
      return saveSiteFiles(resources, siteId, files);
    });
  } catch (error) {
    if (!(error instanceof ArchiveError) && !isOverQuota(error)) throw error;
    return giveUp(resources, { siteId }, error);
  }
  const site = { id: siteId, projectId: begun.projectId, tool };
  const found = await findStories(resources, fleet, site, signal, warn);
  // Pages that are not the build of a story tool are still useful; a build whose stories cannot be found is not.
  if ('error' in found && tool) return giveUp(resources, { siteId }, found.error);
  await finishSite(resources, siteId, found);
}

const isOverQuota = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'QUOTA_EXCEEDED';

interface Found {
  stories: StoryEntry[];
  /** What they were found in, where that is all they depend on. */
  discovery: Discovery | null;
}

/** The stories of a site, or why none are found. */
async function findStories(
  resources: Resources,
  fleet: Fleet,
  { id, projectId, tool }: { id: string; projectId: string; tool: StoryTool | null },
  signal: AbortSignal,
  warn: Warn,
): Promise<Found | { error: string }> {
  if (!tool) {
    return { error: 'the archive is not a build of Storybook or Ladle (no index.json, no meta.json)' };
  }
  const site = { id, projectId, tool };
  try {
    const recipe = await fleet.discoveryRecipe?.();
    const known = recipe === undefined ? null : await recallStories(resources, site, recipe);
    if (known && !resources.isAudited(id, audited)) return known;
    const found = await discover(resources, fleet, site, recipe, signal);
    if (known && !isDeepStrictEqual(asStored(found.stories), known.stories)) {
      await stopProofs(resources, site, audited, known.from);
      warn(
        'the stories of a build were not those of the same bytes before; its project captures everything',
        {
          site: id,
          provenFrom: known.from,
        },
      );
    }
    return found;
  } catch (error) {
    // An attempt that is cut off, or cannot read the build, says nothing about it.
    signal.throwIfAborted();
    if (error instanceof DatabaseUnavailable || isDiskFault(error)) throw error;
    return { error: storable(error instanceof Error ? error.message : String(error)) };
  }
}

/** The list itself is what is put to the test. */
const audited: Slot = { name: 'the list of stories', viewport: '', browser: '' };

const asStored = (stories: StoryEntry[]): unknown => JSON.parse(JSON.stringify(stories));

async function discover(
  resources: Resources,
  fleet: Fleet,
  { id, projectId, tool }: Build,
  recipe: string | undefined,
  signal: AbortSignal,
): Promise<Found> {
  let discovery: Discovery | null = null;
  const build = {
    project: projectId,
    tool,
    baseUrl: resources.links.site(id),
    readFile: (path: string) => readSiteFile(resources, id, path),
    signal,
    onLoads(paths: string[]) {
      if (recipe !== undefined) discovery = { recipe, paths };
    },
  };
  const stories = await inSpan({ name: 'discover stories' }, () => fleet.discoverStories(build));
  return { stories, discovery };
}

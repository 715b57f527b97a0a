import type { StoryEntry, StoryTool } from '@svc/schema';
import { isSameAnswer } from '../../domain/proof/servedPath.js';
import type { Discovery } from '../../domain/sites/Discovery.js';
import { findProjectById } from '../../store/projects/projects.js';
import { listDiscoveries } from '../../store/sites/discoveries.js';
import { listSiteFiles, listStories } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

export interface RecalledStories {
  stories: StoryEntry[];
  discovery: Discovery;
  /** The site in which they were found, or recalled themselves. */
  from: string;
}

/** A build of a story tool that has its files. */
export interface Build {
  id: string;
  projectId: string;
  tool: StoryTool;
}

/**
 * The stories of an earlier site of the project, where every file that they were found in is the same. Null where there is no
 * such site.
 */
export async function recallStories(
  resources: Pick<Resources, 'database' | 'links'>,
  site: Build,
  recipe: string,
): Promise<RecalledStories | null> {
  const { database } = resources;
  const project = await findProjectById(database, site.projectId);
  if (!project.proof) return null;
  const earlier = await listDiscoveries(database, site, recipe);
  if (earlier.length === 0) return null;
  const files = await readFiles(resources, site.id);
  for (const { siteId, ...discovery } of earlier) {
    const before = await readFiles(resources, siteId);
    if (!discovery.paths.every((path) => isSameAnswer(before, files, path))) continue;
    const stories = await moveStories(resources, siteId, site.id);
    if (stories) return { stories, discovery, from: siteId };
  }
  return null;
}

const readFiles = async ({ database }: Pick<Resources, 'database'>, siteId: string) =>
  new Map((await listSiteFiles(database, siteId)).map(({ path, hash }) => [path, hash]));

/** The stories of a site at the address of another; null where anything else of them names the site. */
async function moveStories(
  { database, links }: Pick<Resources, 'database' | 'links'>,
  from: string,
  to: string,
): Promise<StoryEntry[] | null> {
  const [before, after] = [links.site(from), links.site(to)];
  const rows = await listStories(database, from, { after: 0, limit: Number.MAX_SAFE_INTEGER });
  const stories = rows.map(({ entry }) =>
    entry.url.startsWith(before) ? { ...entry, url: `${after}${entry.url.slice(before.length)}` } : entry,
  );
  const name = new URL(before).hostname.split('.', 1)[0] ?? '';
  const text = JSON.stringify(stories).toLowerCase();
  return [from, name].some((one) => text.includes(one.toLowerCase())) ? null : stories;
}

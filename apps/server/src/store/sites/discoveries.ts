import { sql } from 'kysely';
import type { Discovery } from '../../domain/sites/Discovery.js';
import type { Database } from '../database.js';
import type { SiteRow } from './sites.js';

/** How many earlier sites are looked at. */
const mostSites = 5;

export async function setDiscovery(
  transaction: Database,
  siteId: string,
  { recipe, paths }: Discovery,
): Promise<void> {
  await transaction.insertInto('discoveries').values({ siteId, recipe, paths }).execute();
}

/** The newest other sites of a project whose stories were found in this way. */
export async function listDiscoveries(
  database: Database,
  { id, projectId, tool }: Pick<SiteRow, 'id' | 'projectId' | 'tool'>,
  recipe: string,
): Promise<(Discovery & { siteId: string })[]> {
  const { rows } = await sql<Discovery & { siteId: string }>`
    select discoveries.* from sites join discoveries on discoveries.site_id = sites.id
    where sites.project_id = ${projectId} and sites.id <> ${id} and sites.tool = ${tool}
      and sites.status = 'ready' and discoveries.recipe = ${recipe}
    order by sites.id desc limit ${mostSites}`.execute(database);
  return rows;
}

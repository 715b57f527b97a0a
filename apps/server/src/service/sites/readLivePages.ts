import type { LivePage, LivePages } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { findDocsPage } from '../../domain/sites/findDocsPage.js';
import { type Slot, slotText } from '../../domain/slot.js';
import { findSnapshot } from '../../store/captures/captures.js';
import { findDiff } from '../../store/diffs/diffs.js';
import { listResults } from '../../store/diffs/results.js';
import { findSite } from '../../store/sites/sites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { openSiteFile } from './openSiteFile.js';

/** Bytes of an index that is read for a link; larger ones have none. */
const largestIndex = 16 * 1024 * 1024;

/**
 * Where the pages behind both images of a result are. Uploaded builds are served for as long as they are kept; other pages are
 * as they are now.
 * @throws ServiceError DIFF_NOT_FOUND, SNAPSHOT_NOT_IN_DIFF
 */
export async function readLivePages(
  resources: Resources,
  { project }: ProjectAccess,
  diffId: string,
  slot: Slot,
): Promise<LivePages> {
  const { database } = resources;
  const diff = await findDiff(database, project.id, diffId);
  if (!diff) throw notFound('Diff');
  const [result] = await listResults(database, diffId, { slots: [slot] });
  if (!result)
    throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${slotText(slot)}" is not a snapshot of diff ${diffId}`);
  const [before, after] = await Promise.all(
    [result.baseFrom, diff.headCaptureId].map((captureId) =>
      captureId === null ? null : findPage(resources, project.id, captureId, slot),
    ),
  );
  return { before: before ?? null, after: after ?? null };
}

async function findPage(
  resources: Resources,
  projectId: string,
  captureId: string,
  slot: Slot,
): Promise<LivePage | null> {
  const { database, links } = resources;
  const snapshot = await findSnapshot(database, captureId, slot);
  const taken = snapshot?.carriedFrom ? await findSnapshot(database, snapshot.carriedFrom, slot) : snapshot;
  const url = taken?.target?.url;
  if (!taken || url === undefined) return null;
  const siteId = links.siteOfUrl(url);
  if (siteId === null) return { url, docsUrl: null };
  // A build may name the site of another project; retention may have removed it.
  const site = await findSite(database, projectId, siteId);
  if (site?.status !== 'ready') return null;
  const storyId = taken.metadata?.storyId;
  const docs = typeof storyId === 'string' ? await findDocs(resources, siteId, storyId) : null;
  return {
    url,
    docsUrl: docs === null ? null : `${links.site(siteId)}?path=/docs/${encodeURIComponent(docs)}`,
  };
}

async function findDocs(resources: Resources, siteId: string, storyId: string): Promise<string | null> {
  const file = await openSiteFile(resources, siteId, 'index.json');
  if (!file || file.bytes > largestIndex) return null;
  const parts: Buffer[] = [];
  for await (const part of await file.stream()) parts.push(part as Buffer);
  try {
    return findDocsPage(JSON.parse(Buffer.concat(parts).toString('utf8')), storyId);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

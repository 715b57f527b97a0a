import type { PageLoads } from '../../domain/captures/Fleet.js';
import { attributeLoads } from '../../domain/proof/attributeLoads.js';
import type { Slot } from '../../domain/slot.js';
import { setLoads } from '../../store/proof/loads.js';
import type { Resources } from '../Resources.js';
import type { OpenBuild } from './openBuilds.js';

/** Notes what the image of a story depends on, so that a later capture may prove that it is the same. */
export async function recordLoads(
  { database }: Pick<Resources, 'database'>,
  open: OpenBuild,
  capture: { id: string; projectId: string },
  slot: Slot & { siteId: string },
  { recipe, paths, ...story }: PageLoads,
): Promise<void> {
  const { siteId, name, viewport, browser } = slot;
  // A build that cannot be read leaves no note; its stories are captured again.
  const graph = await open(siteId).catch(() => null);
  if (!graph) return;
  const loads = await attributeLoads(graph, { ...story, loaded: new Set(paths) }).catch(() => null);
  if (!loads) return;
  const { id: captureId, projectId } = capture;
  await setLoads(database, { projectId, captureId, siteId, recipe, loads, name, viewport, browser });
}

import type { Diff } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot } from '../../domain/slot.js';
import { findDiff } from '../../store/diffs/diffs.js';
import { listResults, type ResultWithImages } from '../../store/diffs/results.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { isDiffStale } from '../baselines/findStale.js';
import { listFailures } from '../captures/readCapture.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';
import { explainBaseline } from './explainBaseline.js';
import { presentDiffSummary } from './readDiffs.js';

/**
 * A diff with its results and failures, and whether a baseline under an undecided result has moved (R14).
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readDiff(resources: Resources, { project }: ProjectAccess, id: string): Promise<Diff> {
  const { database, links } = resources;
  const row = await findDiff(database, project.id, id);
  if (!row) throw notFound('Diff');
  const summary = presentDiffSummary(resources, project, row);
  const results = await listResults(database, row.id);
  const image = (hash: string | null) => (hash === null ? null : links.image(row.projectId, hash));
  const present = (result: ResultWithImages): Diff['results'][number] => ({
    ...presentSlot(result),
    status: result.status,
    diffPercentage: result.diffPercentage,
    diffImageUrl: image(result.maskHash),
    // A skipped slot shows what stands: its baseline.
    currentImageUrl:
      image(result.headHash) ?? (result.status === 'skipped' ? image(result.baseHash) : null) ?? '',
    baselineImageUrl: image(result.baseHash),
    headHash: result.headHash,
    approvalStatus: result.approvalStatus,
    baselineSource: result.baselineSource,
    baselineHash: result.baseHash,
    baseline: explainBaseline(result),
    renderer: result.headRenderer,
    baselineRenderer: result.baseRenderer,
    path: result.path,
    width: result.width,
    height: result.height,
    ignored: presentIgnored(result.ignored, result),
    unstable: result.unstable,
    incomplete: result.incomplete ?? [],
    flakeCount: result.flakeCount,
    decidedBy: result.decidedBy,
    decidedAt: result.decidedAt?.toISOString() ?? null,
    regions: result.regions,
    rowChanges: result.rowChanges,
    fingerprint: result.fingerprint,
    thumbnailUrl: image(result.thumbnailHash),
  });
  return {
    ...summary,
    isStale: await isDiffStale(resources, row),
    results: await mapInTurns(results, present),
    failures: summary.counts.failed === 0 ? [] : await listFailures(resources, row.headCaptureId),
  };
}

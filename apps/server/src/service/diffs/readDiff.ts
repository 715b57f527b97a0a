import type { Diff, DiffState, ResultCauses } from '@svc/schema';
import { changeReason } from '../../domain/results/sensitivity.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot, type Slot } from '../../domain/slot.js';
import { endPage, type Page, type SlotPosition } from '../../domain/slotPage.js';
import type { HeadSlot } from '../../store/captures/headSlots.js';
import { type DiffRow, findDiff, resultCount } from '../../store/diffs/diffs.js';
import { listResults, type ResultWithImages, streamResults } from '../../store/diffs/results.js';
import { onOneConnection } from '../../store/onOneConnection.js';
import { findRemovalOfResults } from '../../store/partitions/findRemoval.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { isDiffStale } from '../baselines/findStale.js';
import { listFailures } from '../captures/readCapture.js';
import { findResultCauses } from '../causes/readCauses.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';
import { explainBaseline } from './explainBaseline.js';
import { presentApprovals } from './presentApprovals.js';
import { presentRegions } from './presentRegions.js';
import { presentDiffSummary } from './readDiffs.js';
import { readSlotFacts, type SlotFacts } from './readSlotFacts.js';

/**
 * A diff with its results and failures, and whether a baseline under an undecided result has moved (R14).
 * @throws ServiceError DIFF_NOT_FOUND
 */
export const readDiff = (resources: Resources, access: ProjectAccess, id: string): Promise<Diff> =>
  onOneConnection(resources.database, (database) => readWhole({ ...resources, database }, access, id));

async function readWhole(resources: Resources, access: ProjectAccess, id: string): Promise<Diff> {
  const row = await requireDiff(resources, access, id);
  const state = await presentState(resources, access, row);
  const results = resultCount(row) === 0 ? [] : await readResults(resources, access, row);
  return { ...state, results, failures: await readFailures(resources, state) };
}

/**
 * A diff with a page of its results; its failures come with the first.
 * @returns also where the next page begins; null after the last one
 * @throws ServiceError DIFF_NOT_FOUND
 */
export const readDiffPage = (
  resources: Resources,
  access: ProjectAccess,
  id: string,
  page: Page,
): Promise<DiffPage> =>
  onOneConnection(resources.database, (database) => readPage({ ...resources, database }, access, id, page));

interface DiffPage {
  diff: Diff;
  last: SlotPosition | null;
}

async function readPage(
  resources: Resources,
  access: ProjectAccess,
  id: string,
  page: Page,
): Promise<DiffPage> {
  const row = await requireDiff(resources, access, id);
  const state = await presentState(resources, access, row);
  const { rows, last } = endPage(await listResults(resources.database, row.id, { page }), page);
  const facts = await readFacts(resources, row, rows);
  const results = await presentResults(resources, access, row, [rows], facts);
  return {
    diff: { ...state, results, failures: page.after ? [] : await readFailures(resources, state) },
    last,
  };
}

/**
 * A diff without its results.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export const readDiffState = async (
  resources: Resources,
  access: ProjectAccess,
  id: string,
): Promise<DiffState> => presentState(resources, access, await requireDiff(resources, access, id));

async function readResults(
  resources: Resources,
  access: ProjectAccess,
  row: DiffRow,
): Promise<Diff['results']> {
  const facts = await readFacts(resources, row);
  return presentResults(resources, access, row, streamResults(resources.database, row.id), facts);
}

async function requireDiff(
  { database }: Resources,
  { project }: ProjectAccess,
  id: string,
): Promise<DiffRow> {
  const row = await findDiff(database, project.id, id);
  if (!row) throw notFound('Diff');
  return row;
}

const presentState = async (
  resources: Resources,
  { project }: ProjectAccess,
  row: DiffRow,
): Promise<DiffState> => ({
  ...presentDiffSummary(resources, project, row),
  isStale: await isDiffStale(resources, project, row),
  resultsRemovedAt: (await findRemovalOfResults(resources.database, row.id))?.toISOString() ?? null,
});

const readFailures = async (resources: Resources, { counts, headCaptureId }: DiffState) =>
  counts.failed === 0 ? [] : listFailures(resources, headCaptureId);

interface ResultFacts extends SlotFacts {
  causesOf(slot: Slot): ResultCauses | null;
}

/** @param results only these; all of the diff without */
async function readFacts(
  { database }: Resources,
  diff: DiffRow,
  results?: readonly ResultWithImages[],
): Promise<ResultFacts> {
  const [facts, causesOf] = await Promise.all([
    readSlotFacts(database, diff, results),
    findResultCauses({ database }, diff.id, results?.filter(isChanged)),
  ]);
  return { ...facts, causesOf };
}

const isChanged = ({ status }: ResultWithImages) => status === 'changed';

/** @param parts of the list of results; each is presented when it comes */
async function presentResults(
  { links }: Resources,
  access: ProjectAccess,
  diff: DiffRow,
  parts: Iterable<readonly ResultWithImages[]> | AsyncIterable<readonly ResultWithImages[]>,
  { headOf, ignoredOf, causesOf }: ResultFacts,
): Promise<Diff['results']> {
  const image = (hash: string | null) => (hash === null ? null : links.image(diff.projectId, hash));
  const results: Diff['results'] = [];
  for await (const part of parts) {
    const presented = await mapInTurns(part, (result) => ({
      ...present(result, headOf(result), image, access),
      ...ignoredOf(result),
      causes: isChanged(result) ? causesOf(result) : null,
    }));
    results.push(...presented);
  }
  return results;
}

const present = (
  result: ResultWithImages,
  head: HeadSlot,
  image: (hash: string | null) => string | null,
  asking: ProjectAccess,
): Omit<Diff['results'][number], 'causes'> => ({
  ...presentSlot(result),
  status: result.status,
  diffPercentage: result.diffPercentage,
  reason: changeReason(result),
  subthreshold: result.subthreshold,
  similarity: result.similarity,
  diffImageUrl: image(result.maskHash),
  alignedDiffImageUrl: image(result.alignedMaskHash),
  // A skipped slot shows what stands: its baseline.
  currentImageUrl:
    image(result.headHash) ?? (result.status === 'skipped' ? image(result.baseHash) : null) ?? '',
  baselineImageUrl: image(result.baseHash),
  headHash: result.headHash,
  approvalStatus: result.approvalStatus,
  baselineSource: result.baselineSource,
  baselineHash: result.baseHash,
  baseline: explainBaseline(result),
  renderer: head.renderer,
  baselineRenderer: result.baseRenderer,
  path: result.path,
  width: result.width,
  height: result.height,
  ignored: presentIgnored(result.ignored, result),
  unstable: head.unstable,
  incomplete: head.incomplete ?? [],
  flakeCount: head.flakeCount,
  decidedBy: result.decidedBy,
  decidedAt: result.decidedAt?.toISOString() ?? null,
  note: result.note,
  approvals: presentApprovals(result.approvals, asking),
  regions: presentRegions(result.regions),
  rowChanges: result.rowChanges,
  columnChanges: result.columnChanges,
  moves: result.moves,
  fingerprint: result.fingerprint,
  thumbnailUrl: image(result.thumbnailHash),
});

import type { A11yMode } from '@svc/schema';
import { a11yModeOf } from '../../domain/accessibility/a11yModeOf.js';
import { decideChange } from '../../domain/accessibility/decideChange.js';
import { type FoundChange, findChange } from '../../domain/accessibility/findChange.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import {
  type AccessibilityChangeRow,
  type AlikeChange,
  listAlike,
  listChanges,
  listUndecided,
  replaceChanges,
} from '../../store/accessibility/accessibilityChanges.js';
import { listRecords, setAccepted } from '../../store/accessibility/accessibilityRecords.js';
import { findCaptureById } from '../../store/captures/captures.js';
import { type DiffRow, findDiffs } from '../../store/diffs/diffs.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { lockBaselines } from '../../store/projects/suites.js';
import { createBreather } from '../../turns/createBreather.js';
import { headOf, viewHead } from '../baselines/HeadView.js';
import { readAccessibility } from '../images/storeAccessibility.js';
import type { Resources } from '../Resources.js';
import { type AcceptedView, findAccepted } from './findAccepted.js';

type Needed = Pick<Resources, 'database' | 'blobs' | 'commitGraphs'>;

/** A slot whose record is another one than the accepted one. */
interface Compared extends Slot {
  baseHash: string;
  headHash: string;
  change: FoundChange;
}

/**
 * Compares what the pages of a diff's head said to assistive technology with what was accepted before (R54), and keeps what
 * changed. The results of the images stay as they are.
 */
export async function compareAccessibility(
  resources: Needed,
  diffId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, commitGraphs } = resources;
  const [diff] = await findDiffs(database, [diffId]);
  if (!diff) return;
  const project = await findProjectById(database, diff.projectId);
  const mode = a11yModeOf(project, diff.suite);
  if (mode === 'off') return;
  const records = await listRecords(database, diff.headCaptureId);
  const view = await viewHead(database, commitGraphs, project, headOf(diff));
  const accepted = diff.baseCaptureId
    ? await acceptAll(resources, diff.baseCaptureId)
    : await findAccepted(database, view);
  const compared: Compared[] = [];
  const breathe = createBreather();
  for (const record of records) {
    signal.throwIfAborted();
    const { base } = accepted.of(record);
    if (base === null || base === record.hash) continue;
    const change = await compareRecords(resources, base, record.hash);
    if (change) compared.push({ ...slotOf(record), baseHash: base, headHash: record.hash, change });
    await breathe();
  }
  await database.transaction().execute(async (transaction) => {
    await lockBaselines(transaction, diff.suiteId, 'write');
    const within = { ...resources, database: transaction };
    const changes = await decideAll(within, { diff, project, mode, accepted }, compared);
    const carried = diff.baseCaptureId ? [] : await carry(within, diff, accepted);
    await replaceChanges(transaction, diff, [...changes, ...carried]);
    if (diff.baseCaptureId !== null || diff.manifest !== null) return;
    const undecided = new Map(
      changes.filter(({ approvalStatus }) => approvalStatus !== 'approved').map((one) => [slotKey(one), one]),
    );
    await setAccepted(
      transaction,
      diff.headCaptureId,
      records.map((record) => ({
        ...slotOf(record),
        acceptedHash: undecided.get(slotKey(record))?.baseHash ?? record.hash,
        rootHash: accepted.of(record).root,
      })),
    );
  });
}

/** What a diff against a capture compares with. */
async function acceptAll({ database }: Needed, captureId: string): Promise<AcceptedView> {
  const hashes = new Map(
    (await listRecords(database, captureId)).map((record) => [slotKey(record), record.hash]),
  );
  return { of: (slot) => ({ base: hashes.get(slotKey(slot)) ?? null, root: null }), seen: [], own: [] };
}

async function compareRecords(
  resources: Needed,
  baseHash: string,
  headHash: string,
): Promise<FoundChange | null> {
  const [before, after] = await Promise.all([
    readAccessibility(resources, baseHash),
    readAccessibility(resources, headHash),
  ]);
  if (!before || !after) return null;
  try {
    return findChange(before, after);
  } catch {
    // Records are of pages that anybody writes: one that cannot be compared fails nothing.
    return null;
  }
}

async function decideAll(
  { database }: Needed,
  {
    diff,
    project,
    mode,
    accepted,
  }: { diff: DiffRow; project: ProjectRow; mode: A11yMode; accepted: AcceptedView },
  compared: readonly Compared[],
): Promise<AccessibilityChangeRow[]> {
  if (compared.length === 0) return [];
  const head = await findCaptureById(database, diff.headCaptureId);
  const keyOf = (slot: Slot, fingerprint: string) => `${slotKey(slot)}\u0000${fingerprint}`;
  const alike = new Map<string, AlikeChange[]>();
  const asked = compared.map(({ change, ...slot }) => ({ ...slotOf(slot), fingerprint: change.fingerprint }));
  for (const one of await listAlike(database, diff.suiteId, asked)) {
    const key = keyOf(one, one.fingerprint);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  const own = new Map(
    (await listChanges(database, diff.id)).map((one) => [keyOf(one, one.fingerprint), one]),
  );
  const seenDiffs = new Set(accepted.seen.flatMap(({ diffId }) => diffId ?? []));
  return compared.map(({ change, ...slot }) => {
    const key = keyOf(slot, change.fingerprint);
    const before = own.get(key);
    const { approvalStatus, decidedBy, decidedAt, decidedIn } = decideChange({
      mode,
      branch: diff.branch,
      autoApproves: head?.autoApprove === true && (diff.exitCode ?? 0) === 0,
      remembers: project.approvalMemory,
      own: before?.reviewed ? { ...before, diffId: diff.id, branch: diff.branch } : undefined,
      alike: (alike.get(key) ?? []).filter(({ diffId }) => diffId !== diff.id),
      seenDiffs,
    });
    return {
      ...slot,
      ...change,
      reviewed: mode === 'review',
      carried: false,
      ...{ approvalStatus, decidedBy, decidedAt, decidedIn },
    };
  });
}

/** What is undecided in the newest build of the branch stays so where this one did not record the slot (R23). */
async function carry(
  { database }: Needed,
  diff: DiffRow,
  { own }: AcceptedView,
): Promise<AccessibilityChangeRow[]> {
  const rows = await listUndecided(
    database,
    diff,
    own.map(({ diffId, captureId }) => ({ diffId: diffId ?? '', captureId })),
  );
  return rows.map((row) => ({ ...row, carried: true }));
}

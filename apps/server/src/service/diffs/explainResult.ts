import type { BaselineCandidate, PastChoice, ResultExplanation } from '@svc/schema';
import type { Entry, Look } from '../../domain/baselines/Entry.js';
import { explainCandidate } from '../../domain/baselines/explainCandidate.js';
import { chosenLook, findChoice } from '../../domain/decisions/findChoice.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { presentSlot, type Slot, slotText } from '../../domain/slot.js';
import { type Approval, listApprovals } from '../../store/baselines/lines.js';
import { findSnapshot } from '../../store/captures/captures.js';
import { findDiff } from '../../store/diffs/diffs.js';
import { listResults } from '../../store/diffs/results.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type ResolvedSlot, resolveBases } from '../baselines/findBases.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import { readMemory } from '../baselines/readMemory.js';
import type { Resources } from '../Resources.js';
import { explainBaseline } from './explainBaseline.js';

/**
 * Why a result is what it is: which baselines it could have been compared with and which of them its head has seen, and what
 * was decided between its two images (R7, R9, R16).
 * @throws ServiceError DIFF_NOT_FOUND, SNAPSHOT_NOT_IN_DIFF
 */
export async function explainResult(
  { database, commitGraphs }: Resources,
  { project }: ProjectAccess,
  diffId: string,
  slot: Slot,
): Promise<ResultExplanation> {
  const diff = await findDiff(database, project.id, diffId);
  if (!diff) throw notFound('Diff');
  const [result] = await listResults(database, diffId, { slots: [slot] });
  if (!result)
    throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${slotText(slot)}" is not a snapshot of diff ${diffId}`);
  const view = await viewHead(database, commitGraphs, project, headOf(diff));
  const heads = result.headPixels === null ? [] : [{ ...slot, pixels: result.headPixels }];
  const [resolved] = diff.baseCaptureId ? [] : await resolveBases(database, view, heads, [slot]);
  const approvals = new Map(
    (await listApprovals(database, resolved ? entriesOf(resolved).map(({ entry }) => entry.id) : [])).map(
      (approval) => [approval.entryId, approval],
    ),
  );
  const memoryOf = await readMemory(database, view, [
    { ...slot, looks: [result.basePixels, result.headPixels] },
  ]);
  const snapshot = await findSnapshot(database, diff.headCaptureId, slot);
  const taken = snapshot?.carriedFrom ? await findSnapshot(database, snapshot.carriedFrom, slot) : snapshot;
  return {
    ...presentSlot(slot),
    status: result.status,
    approvalStatus: result.approvalStatus,
    baseline: explainBaseline(result),
    head: {
      branch: diff.branch,
      commit: diff.commit,
      checkout: diff.checkout,
      target: view.target,
      isHistoryKnown: !view.sight.isOpen,
    },
    provenFrom: snapshot?.provenFrom ?? null,
    incomplete: taken?.incomplete ?? snapshot?.incomplete ?? [],
    candidates: resolved ? presentCandidates(view, resolved, approvals) : [],
    choices: presentChoices(view, memoryOf(slot), { base: result.basePixels, head: result.headPixels }),
  };
}

interface Candidate {
  line: BaselineCandidate['line'];
  entry: Entry;
  isAccepted: boolean;
}

/** Each once, those that were approved last first. */
function entriesOf({ lines }: ResolvedSlot): Candidate[] {
  const found = new Map<number, Candidate>();
  for (const [line, of] of [
    ['own', lines.own],
    ['target', lines.target],
    ['default', lines.fallback],
  ] as const) {
    const accepted = of?.accepted ?? null;
    for (const entry of [...(accepted ? [accepted] : []), ...(of?.entries ?? [])])
      if (!found.has(entry.id)) found.set(entry.id, { line, entry, isAccepted: entry === accepted });
  }
  return [...found.values()].sort((a, b) => b.entry.id - a.entry.id);
}

const presentCandidates = (
  { sight }: HeadView,
  resolved: ResolvedSlot,
  approvals: ReadonlyMap<number, Approval>,
): BaselineCandidate[] =>
  entriesOf(resolved).map(({ line, entry, isAccepted }) => {
    const approval = approvals.get(entry.id);
    const isSeen = entry.places.some(sight.sees);
    const isChosen = resolved.entry?.id === entry.id;
    const facts = {
      line,
      ref: entry.branch,
      isSeen,
      isAccepted,
      isChosen,
      isLost: entry.places.length === 0,
    };
    return {
      line,
      ref: entry.branch,
      commit: entry.commit,
      captureId: entry.captureId,
      hash: entry.hash,
      approvedBy: approval?.actor ?? null,
      approvedAt: approval?.createdAt.toISOString() ?? null,
      approvedIn: approval?.diffId ?? null,
      seen: isSeen,
      chosen: isChosen,
      why: explainCandidate(facts, resolved.reason),
    };
  });

function presentChoices(
  view: HeadView,
  { decisions, accepted }: ReturnType<Awaited<ReturnType<typeof readMemory>>>,
  { base, head }: { base: Look; head: Look },
): PastChoice[] {
  const between = { from: base, wanted: head };
  const counting = findChoice(view, between, decisions, accepted);
  return decisions.map((decision) => {
    const isForCurrent = chosenLook(decision) === head;
    const alone = findChoice(view, between, [decision], accepted);
    return {
      diffId: decision.diffId,
      kind: decision.kind,
      by: decision.actor,
      at: decision.madeAt.toISOString(),
      branch: decision.branch,
      isForCurrent,
      counts: decision === counting,
      why: whyChoice(view.remembers, decision === counting, alone !== null, isForCurrent),
    };
  });
}

function whyChoice(remembers: boolean, counts: boolean, isBetween: boolean, isForCurrent: boolean): string {
  if (!remembers) return 'the project remembers no approvals';
  if (counts)
    return isForCurrent
      ? 'the newest choice: it was for this image'
      : 'the newest choice: it was for the baseline';
  return isBetween
    ? 'a newer choice comes before it'
    : 'it was not made between these two images, or not for this branch';
}

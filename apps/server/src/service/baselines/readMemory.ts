import type { CommitGraph } from '../../domain/commits/CommitGraph.js';
import type { Sight } from '../../domain/commits/Sight.js';
import type { AcceptedLook, Decision } from '../../domain/decisions/findChoice.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import {
  type ChoiceRow,
  type LookPair,
  listAcceptedLooks,
  listChoices,
} from '../../store/decisions/choices.js';
import { type HeadView, nameNow } from './HeadView.js';

/** What is known of a slot's looks: decisions, newest first, and what is accepted on any branch. */
export interface SlotMemory {
  decisions: Decision[];
  accepted: AcceptedLook[];
}

/** Reads what was decided between two looks of some slots (R15, R16). */
export async function readMemory(
  database: Database,
  view: Pick<HeadView, 'suiteId' | 'graph' | 'defaultBranch' | 'former'>,
  pairs: readonly LookPair[],
): Promise<(slot: Slot) => SlotMemory> {
  const found = new Map<string, SlotMemory>();
  const memoryOf = (slot: Slot): SlotMemory => {
    const known = found.get(slotKey(slot));
    if (known) return known;
    const memory = { decisions: [], accepted: [] };
    found.set(slotKey(slot), memory);
    return memory;
  };
  const { suiteId } = view;
  const choices = await listChoices(database, suiteId, pairs);
  for (const row of choices) {
    const { decisions } = memoryOf(row);
    if (decisions.at(-1)?.id !== row.id) decisions.push(toDecision(row, view));
  }
  const diffOf = new Map(choices.map(({ id, diffId }) => [id, diffId]));
  for (const { look, hasRoot, root, places, decisionId, diffId, ...slot } of await listAcceptedLooks(
    database,
    suiteId,
    view,
    pairs,
  )) {
    const isRemembered = decisionId !== null && diffOf.get(decisionId) !== diffId;
    memoryOf(slot).accepted.push({
      look,
      root: hasRoot ? root : undefined,
      places,
      remembers: isRemembered ? decisionId : null,
    });
  }
  return memoryOf;
}

const toDecision = (
  {
    id,
    kind,
    diffId,
    branch,
    targets,
    targetsNamedAt,
    commit,
    checkout,
    automatic,
    actor,
    createdAt,
    base,
    head,
    target,
  }: ChoiceRow,
  view: Pick<HeadView, 'graph' | 'defaultBranch' | 'former'>,
): Decision => ({
  id,
  kind,
  diffId,
  branch: nameNow(view, branch, createdAt),
  targets: targets.map((target) => nameNow(view, target, targetsNamedAt)),
  commit,
  sight: narrowSight(view.graph, checkout),
  isPersons: !automatic,
  actor,
  madeAt: createdAt,
  base,
  head,
  target,
});

/** What a commit has seen, asked of few others: walking to those costs less than knowing all of its ancestors. */
const narrowSight = (graph: CommitGraph, checkout: string | null): Pick<Sight, 'sees'> => ({
  sees: (commit) => checkout !== null && (commit === checkout || graph.isBefore(commit, checkout)),
});

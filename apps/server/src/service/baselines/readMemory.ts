import type { AcceptedLook, Decision } from '../../domain/decisions/findChoice.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import {
  type ChoiceRow,
  type DecidedBuild,
  type LookPair,
  listAcceptedLooks,
  listChoices,
  listDecidedBuilds,
} from '../../store/decisions/choices.js';
import { createBreather } from '../../turns/createBreather.js';
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
  asked: readonly LookPair[],
): Promise<(slot: Slot) => SlotMemory> {
  const breathe = createBreather();
  const pairs = [...new Map(asked.map((pair) => [`${slotKey(pair)} ${pair.looks}`, pair])).values()];
  await breathe();
  const known = new Map<string, SlotMemory>();
  const memories = pairs.map((pair) => {
    const key = slotKey(pair);
    const memory = known.get(key) ?? { decisions: [], accepted: [] };
    known.set(key, memory);
    return memory;
  });
  const memoryAt = (place: number): SlotMemory => {
    const memory = memories[place];
    if (!memory)
      throw new Error(`place ${place} is outside the ${memories.length} pairs that were asked for`);
    return memory;
  };
  await breathe();
  // At once: the second is looked up while the first is read.
  const [choices, looks] = await Promise.all([
    listChoices(database, view.suiteId, pairs),
    listAcceptedLooks(database, view.suiteId, view, pairs),
  ]);
  const builds = await listDecidedBuilds(database, [...new Set(choices.map(({ diffId }) => diffId))]);
  const buildOf = new Map(builds.map((build) => [build.diffId, { ...build, sight: sightOf(build, view) }]));
  for (const row of choices) {
    const { decisions } = memoryAt(row.place);
    const build = buildOf.get(row.diffId);
    if (build && decisions.at(-1)?.id !== row.id) decisions.push(toDecision(row, build, view));
  }
  await breathe();
  const diffOf = new Map(choices.map(({ id, diffId }) => [id, diffId]));
  for (const row of looks) {
    const { look, hasRoot, root, places, decisionId, diffId } = row;
    const isRemembered = decisionId !== null && diffOf.get(decisionId) !== diffId;
    memoryAt(row.place).accepted.push({
      look,
      root: hasRoot ? root : undefined,
      places,
      remembers: isRemembered ? decisionId : null,
    });
  }
  await breathe();
  return (slot) => known.get(slotKey(slot)) ?? { decisions: [], accepted: [] };
}

type Naming = Pick<HeadView, 'graph' | 'defaultBranch' | 'former'>;

/** Without names for promotions, a decision is for its branch. */
function toDecision(
  { automatic, createdAt, ...row }: ChoiceRow,
  build: DecidedBuild & Pick<Decision, 'sight'>,
  view: Naming,
): Decision {
  const branch = nameNow(view, row.branch, createdAt);
  const ofBranch = branch === null ? [] : [branch];
  return {
    id: row.id,
    kind: row.kind,
    diffId: row.diffId,
    branch,
    targets: build.targetRefs?.map((target) => nameNow(view, target, build.createdAt)) ?? ofBranch,
    commit: build.commit,
    sight: build.sight,
    isPersons: !automatic,
    actor: row.actor,
    madeAt: createdAt,
    base: row.base,
    head: row.head,
    target: row.target,
  };
}

/** What a commit has seen, asked of few others: walking to those costs less than knowing all of its ancestors. */
const sightOf = ({ checkout }: DecidedBuild, { graph }: Naming): Decision['sight'] => ({
  sees: (commit) => checkout !== null && (commit === checkout || graph.isBefore(commit, checkout)),
});

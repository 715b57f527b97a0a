import type { IsBefore } from '../../domain/baselines/Entry.js';
import { promotionTargets } from '../../domain/baselines/planPromotions.js';
import type { CommitGraph } from '../../domain/commits/CommitGraph.js';
import { orderOf } from '../../domain/commits/orderOf.js';
import { type Sight, sightOf } from '../../domain/commits/Sight.js';
import type { FormerBranch } from '../../store/columnTypes.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { CommitGraphs } from '../CommitGraphs.js';

/** A build whose bases are looked for. */
export interface BuildHead {
  projectId: string;
  suiteId: number;
  namespace: string;
  branch: string | null;
  createdAt: Date;
  baselineRef: string | null;
  /** What was checked out; null when the client named no commit. */
  checkout: string | null;
  /** Commits reachable from it, of a client that does not send the graph. */
  history: readonly string[];
  headCaptureId: string;
  /** Its own promotions are left out, so that it finds again what it found first (R17). */
  exceptDiff: string | null;
  /** Whether that diff was settled before: then what it found unchanged is left out as well (R5). */
  wasSettled: boolean;
}

export const headOf = (
  diff: Pick<
    DiffRow,
    | 'id'
    | 'projectId'
    | 'suiteId'
    | 'namespace'
    | 'branch'
    | 'createdAt'
    | 'baselineRef'
    | 'commit'
    | 'checkout'
    | 'history'
    | 'headCaptureId'
    | 'baselineMark'
  >,
): BuildHead => ({
  projectId: diff.projectId,
  suiteId: diff.suiteId,
  namespace: diff.namespace,
  branch: diff.branch,
  createdAt: diff.createdAt,
  baselineRef: diff.baselineRef,
  checkout: diff.checkout ?? diff.commit,
  history: diff.history,
  headCaptureId: diff.headCaptureId,
  exceptDiff: diff.id,
  wasSettled: diff.baselineMark !== null,
});

/** A build with what it has seen, and with the branches that it is compared with; its own as it is called by now (R42). */
export interface HeadView extends BuildHead {
  graph: CommitGraph;
  sight: Sight;
  isBefore: IsBefore;
  /** Whether the project remembers approvals (R16). */
  remembers: boolean;
  /** Null for a build of the default branch itself (R7). */
  target: string | null;
  defaultBranch: string;
  /** What the default branch was called before (R42). */
  former: readonly FormerBranch[];
}

type Settings = Pick<ProjectRow, 'defaultBranch' | 'approvalMemory' | 'formerBranches'>;

export async function viewHead(
  database: Database,
  commitGraphs: CommitGraphs,
  settings: Settings,
  build: BuildHead,
): Promise<HeadView> {
  const { defaultBranch, approvalMemory: remembers, formerBranches: former } = settings;
  const head = { ...build, branch: nameNow({ defaultBranch, former }, build.branch, build.createdAt) };
  const baselineRef = nameNow({ defaultBranch, former }, build.baselineRef, build.createdAt);
  const graph = await commitGraphs.read(database, head.projectId);
  return {
    ...head,
    graph,
    sight: sightOf(graph, head),
    isBefore: orderOf(graph),
    remembers,
    target: targetOf({ ...head, baselineRef }, defaultBranch),
    defaultBranch,
    former,
  };
}

/** The same build as if it were of another branch, with that one's own target (R5). */
export const viewAs = (view: HeadView, branch: string): HeadView => ({
  ...view,
  branch,
  target: targetOf({ branch, baselineRef: null }, view.defaultBranch),
});

/** A base ref that is the branch itself says nothing about where it goes. */
function targetOf(
  { branch, baselineRef }: Pick<BuildHead, 'branch' | 'baselineRef'>,
  defaultBranch: string,
): string | null {
  const target = baselineRef === null || baselineRef === branch ? defaultBranch : baselineRef;
  return target === branch ? null : target;
}

/** What a branch is called by now, as it was named at some time: a default branch that is renamed takes all along (R42). */
export const nameNow = <Branch extends string | null>(
  { defaultBranch, former }: Pick<HeadView, 'defaultBranch' | 'former'>,
  branch: Branch,
  then: Date,
): Branch | string =>
  former.some(({ name, at }) => name === branch && at !== undefined && then.getTime() <= at)
    ? defaultBranch
    : branch;

/** The branches that approvals of a diff promote to, as they are called by now (R13, R42). */
export const destinationsOf = (
  view: Pick<HeadView, 'branch' | 'defaultBranch' | 'former'>,
  { targetRefs, createdAt }: Pick<DiffRow, 'targetRefs' | 'createdAt'>,
): string[] => {
  const named = targetRefs?.map((ref) => nameNow(view, ref, createdAt)) ?? null;
  return [...new Set(promotionTargets({ targetRefs: named, branch: view.branch }))];
};

/** What a branch is called and was called before. */
export const namesOf = (
  { defaultBranch, former }: Pick<HeadView, 'defaultBranch' | 'former'>,
  branch: string,
) => [
  branch,
  ...(branch === defaultBranch ? former.map(({ name }) => name).filter((name) => name !== branch) : []),
];

/** The branch of an entry by today's name: up to the renaming, the log of a former name is that of the default branch (R42). */
export const lineOfEntry = (
  { defaultBranch, former }: Pick<HeadView, 'defaultBranch' | 'former'>,
  { id, branch }: { id: number; branch: string },
): string => (former.some(({ name, until }) => name === branch && id <= until) ? defaultBranch : branch);

import type { AccessibilityCounts, Conclusion, DiffCounts } from '@svc/schema';
import { awaitingText } from '@svc/schema/awaitingText';
import { concludeAll } from '../results/conclude.js';
import type { MissingParts } from './findMissing.js';
import type { CommitVerdict } from './judgeCommit.js';
import type { Problem, StandingResult, Verdict } from './judgeSuite.js';
import { nameOfPart, type Part } from './Part.js';
import type { Awaits } from './Report.js';

/** What a code host is to show of a check run. `conclusion` is null while it is under way, and after a crash (R25). */
export interface CheckRunState {
  status: 'in_progress' | 'completed';
  conclusion: Conclusion | null;
  /** One line. */
  title: string;
  /** A few sentences. */
  summary: string;
}

/** The check run of one suite: of all its branches and targets at a commit. */
export function describeSuite(verdicts: readonly Verdict[]): CheckRunState {
  const state = stateOf(verdicts);
  const counts = countVerdicts(verdicts);
  if (state.status === 'in_progress' && verdicts.some((verdict) => verdict.isComparing)) {
    return { ...state, title: 'Comparing', summary: 'Images are being compared.' };
  }
  const lines = [
    listCounts(counts, ['changed', 'new', 'removed', 'unchanged', 'skipped', 'failed']),
    listCounts(counts, ['pending', 'approved', 'rejected']),
    ignoredLine(verdicts),
    accessibilityLine(countAccessibility(verdicts)),
    awaitingLine(verdicts),
    ...linesOf(verdicts),
  ];
  return { ...state, title: titleOf(verdicts), summary: lines.filter(Boolean).join('\n') };
}

/** The check run that stands for all suites of a commit. */
export function describeCommit({ suites, others, unknownRuns }: CommitVerdict): CheckRunState {
  const all = [...suites.values(), ...(others.length > 0 ? [others] : [])];
  const state = stateOf(all.flat());
  const failing = [...suites.values()].filter((one) => stateOf(one).conclusion === 'failure').length;
  const lines = [
    ...[...suites].map(([suite, verdicts]) => `${suite}: ${describeSuite(verdicts).title}`),
    ...describeOthers({ others, unknownRuns }),
  ];
  const isUnknown = state.status === 'completed' && unknownRuns.length > 0;
  return {
    ...state,
    conclusion: isUnknown ? 'failure' : state.conclusion,
    title: titleOfCommit(),
    summary: lines.join('\n'),
  };

  function titleOfCommit(): string {
    if (isUnknown && failing === 0) return 'No part of the run reported';
    if (state.conclusion === 'success') return 'Nothing to review';
    if (failing > 0 && state.status === 'completed') {
      const noun = suites.size === 1 ? 'suite' : 'suites';
      return `${failing} of ${suites.size} ${noun} ${failing === 1 ? 'needs' : 'need'} attention`;
    }
    const saying = all.find((verdicts) => isSame(stateOf(verdicts), state));
    return saying ? describeSuite(saying).title : 'Nothing to review';
  }
}

/** What a commit's check says beside its suites. */
export const describeOthers = ({
  others,
  unknownRuns,
}: Pick<CommitVerdict, 'others' | 'unknownRuns'>): string[] => [
  ...linesOf(others),
  ...unknownRuns.map((runKey) => `Run ${runKey} is finished, but no part of it has reported.`),
];

/**
 * Until when parts are awaited, or changes ignored, in milliseconds since 1970: then the check is to be judged again. Null for
 * no such time.
 */
export function awaitedUntil({ suites, others }: CommitVerdict): number | null {
  const verdicts = [...suites.values(), others].flat();
  const times = [
    ...verdicts
      .flatMap(({ problems }) => problems)
      .flatMap((problem) => (problem.kind === 'missing' && problem.until !== null ? [problem.until] : [])),
    ...verdicts.flatMap(({ reviewable }) => reviewable).flatMap(({ ignoredUntil }) => ignoredUntil ?? []),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

/** Results by status and decision; those that are ignored for now are pending. */
export function countVerdicts(verdicts: readonly Verdict[]): DiffCounts {
  const results = verdicts.flatMap(({ reviewable }) => reviewable);
  const having = (key: 'status' | 'approvalStatus', value: string) =>
    results.filter((result) => result[key] === value).length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    changed: having('status', 'changed'),
    new: having('status', 'new'),
    removed: having('status', 'removed'),
    unchanged: sum(verdicts.map(({ unchanged }) => unchanged)),
    skipped: sum(verdicts.map(({ skipped }) => skipped)),
    failed: sum(problemsOf(verdicts, 'not captured').map(({ count }) => count)),
    pending: having('approvalStatus', 'pending'),
    approved: having('approvalStatus', 'approved'),
    rejected: having('approvalStatus', 'rejected'),
  };
}

/** Reviewable accessibility changes by decision. */
export function countAccessibility(verdicts: readonly Verdict[]): AccessibilityCounts {
  const changes = verdicts.flatMap(({ accessibility }) => accessibility);
  const having = (status: string) => changes.filter((change) => change.approvalStatus === status).length;
  return { pending: having('pending'), approved: having('approved'), rejected: having('rejected') };
}

/** Undecided changes that are ignored for now (R59). */
export const countIgnored = (verdicts: readonly Verdict[]): number =>
  verdicts.flatMap(({ reviewable }) => reviewable).filter(({ ignoredUntil }) => ignoredUntil !== undefined)
    .length;

function ignoredLine(verdicts: readonly Verdict[]): string {
  const count = countIgnored(verdicts);
  return count === 0 ? '' : `Ignored for now, of those that are pending: ${count}`;
}

function accessibilityLine(counts: AccessibilityCounts): string {
  const words = (['pending', 'approved', 'rejected'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${status}`);
  return words.length === 0 ? '' : `Accessibility changes: ${words.join(', ')}`;
}

function awaitingLine(verdicts: readonly Verdict[]): string {
  const all = awaitedOf(verdicts).length;
  if (all === 0) return '';
  const resting = verdicts.flatMap((verdict) => verdict.resting);
  const earlier = [...new Set(resting.map(({ decidedIn }) => decidedIn))].sort();
  const where =
    earlier.length > 0
      ? `; ${resting.length} of them from earlier builds of the branch: ${earlier.slice(0, 5).join(', ')}`
      : '';
  return `${all} ${all === 1 ? 'snapshot waits' : 'snapshots wait'} for a further approval${where}.`;
}

/** What is wrong already is said at once: no part that is awaited, and no comparison under way, can make it right. */
function stateOf(verdicts: readonly Verdict[]): Pick<CheckRunState, 'status' | 'conclusion'> {
  const conclusion = concludeAll(verdicts.map(conclusionOf));
  const isAwaiting = verdicts.some(
    ({ isComparing, problems }) => isComparing || problems.some((problem) => isAwaited(problem)),
  );
  return conclusion === 'success' && isAwaiting
    ? { status: 'in_progress', conclusion: null }
    : { status: 'completed', conclusion };
}

const isSame = (one: Pick<CheckRunState, 'status' | 'conclusion'>, other: typeof one): boolean =>
  one.status === other.status && one.conclusion === other.conclusion;

const isAwaited = (problem: Problem): boolean => problem.kind === 'missing' && problem.until !== null;

/** What is neither approved nor ignored for now holds the check up. */
const isOpen = ({ approvalStatus, ignoredUntil }: StandingResult): boolean =>
  approvalStatus === 'rejected' || (approvalStatus === 'pending' && ignoredUntil === undefined);

function conclusionOf({ reviewable, resting, accessibility, problems }: Verdict): Conclusion | null {
  if ([...reviewable, ...accessibility].some(isOpen)) return 'failure';
  if (resting.length > 0 || reviewable.some(({ awaits }) => awaits)) return 'failure';
  const final = problems.filter((problem) => !isAwaited(problem));
  if (final.some(({ kind }) => kind !== 'crashed')) return 'failure';
  return final.length > 0 ? null : 'success';
}

function titleOf(verdicts: readonly Verdict[]): string {
  const counts = countVerdicts(verdicts);
  const missing = problemsOf(verdicts, 'missing');
  const given = missing.find(({ until }) => until === null);
  const [ended] = problemsOf(verdicts, 'ended early');
  if (ended) return at(ended.part, capitalized(ended.reason));
  const [failed] = problemsOf(verdicts, 'failed');
  if (failed) return at(failed.part, `The ${failed.what} failed`);
  if (counts.failed > 0) return `${counts.failed} could not be captured`;
  if (problemsOf(verdicts, 'empty').length > 0) return 'No snapshot arrived';
  if (given) return reportedTitle(given);
  const silent = countAccessibility(verdicts);
  const ignored = countIgnored(verdicts);
  const pending = counts.pending - ignored + silent.pending;
  if (pending > 0) return `${pending} to review`;
  const rejected = counts.rejected + silent.rejected;
  if (rejected > 0) return `${rejected} rejected`;
  const awaited = awaitedOf(verdicts);
  if (awaited.length > 0) return awaitingTitle(awaited);
  const [crashed] = problemsOf(verdicts, 'crashed');
  if (crashed) return at(crashed.part, `The command ended with exit code ${crashed.exitCode}`);
  if (missing[0]) return awaitedTitle(missing[0]);
  const approved = counts.approved + silent.approved;
  if (approved > 0) return `${approved} approved`;
  return ignored > 0 ? `${ignored} ignored for now` : 'No changes';
}

const awaitedOf = (verdicts: readonly Verdict[]): Awaits[] =>
  verdicts.flatMap(({ reviewable, resting }) => [
    ...reviewable.flatMap(({ approvalStatus, awaits }) =>
      approvalStatus === 'approved' && awaits ? [awaits] : [],
    ),
    ...resting.map(({ awaits }) => awaits),
  ]);

/** Such as `Approved by Ann, waiting for a second approval`. */
const awaitingTitle = (awaited: readonly Awaits[]): string =>
  awaitingText({
    missing: Math.max(...awaited.map(({ missing }) => missing)),
    by: awaited.flatMap(({ by }) => by),
  });

const awaitedTitle = ({ reported, total }: MissingParts): string =>
  total === null ? 'Waiting for more parts' : `Waiting for ${total - reported} of ${total} parts`;

const reportedTitle = ({ reported, total }: MissingParts): string =>
  total === null
    ? `${reported} parts reported, and the run was not finished`
    : `${reported} of ${total} parts reported`;

/** Each problem, and what was done again; with its branch where there are several. */
const linesOf = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ branch, target, problems, repeated }) => {
    const where = verdicts.length > 1 ? `${target === null ? branch : `${branch} → ${target}`}: ` : '';
    const again = repeated.map((part) => nameOfPart(part) ?? 'the whole');
    return [
      ...problems.map((problem) => where + describeProblem(problem)),
      ...(again.length > 0 ? [`${where}Ran again: ${again.join(', ')}.`] : []),
    ];
  });

function describeProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'ended early':
      return at(problem.part, `${capitalized(problem.reason)}.`);
    case 'failed':
      return at(problem.part, problem.error);
    case 'not captured':
      return at(problem.part, `${problem.count} could not be captured.`);
    case 'empty':
      return at(problem.part, 'No snapshot arrived. If there are none to take, run it with --allow-empty.');
    case 'crashed':
      return at(
        problem.part,
        `The command ended with exit code ${problem.exitCode}: nothing was approved automatically, and what is absent was not taken as removed.`,
      );
    case 'missing':
      return describeMissing(problem);
  }
}

function describeMissing({ reported, total, missing, until }: MissingParts): string {
  if (total === null) {
    return until === null
      ? `${reported} parts reported, but nobody said that these are all; run "svc finish" after the last one.`
      : `${reported} parts reported; waiting for "svc finish".`;
  }
  const shards = missing.map((index) => `${index}/${total}`).join(', ');
  const which = `${missing.length === 1 ? 'shard' : 'shards'} ${shards}`;
  return until === null
    ? `${reported} of ${total} parts reported; ${which} did not.`
    : `${reported} of ${total} parts reported; waiting for ${which}.`;
}

/** With the part that it is about, unless that is the whole. */
function at(part: Part, text: string): string {
  const name = nameOfPart(part);
  return name === null || part.shard === null ? text : `${capitalized(name)}: ${text}`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const problemsOf = <Kind extends Problem['kind']>(
  verdicts: readonly Verdict[],
  kind: Kind,
): Extract<Problem, { kind: Kind }>[] =>
  verdicts
    .flatMap(({ problems }) => problems)
    .filter((problem): problem is Extract<Problem, { kind: Kind }> => problem.kind === kind);

const listCounts = (counts: DiffCounts, names: readonly (keyof DiffCounts)[]): string =>
  names
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name}`)
    .join(', ');

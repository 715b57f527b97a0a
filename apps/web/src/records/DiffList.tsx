import type { DiffCounts, DiffSummary } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { GitPosition } from '../ui/GitPosition.js';
import { StatusBadge } from '../ui/StatusBadge.js';
import { TimeAgo } from '../ui/TimeAgo.js';
import { countOf, countText } from '../words/countText.js';
import { DiffConclusion } from './DiffConclusion.js';
import { PullRequestLine } from './PullRequestLine.js';
import { RowList } from './RowList.js';

const noDiffs = 'A diff is created when a capture is compared with the baselines.';

interface Props {
  diffs: readonly DiffSummary[];
  title?: string;
  /** What stands in place of rows where there are none. */
  empty?: string;
  /** Of several projects, which are named. */
  hasProjects?: boolean;
  /** All of one suite, which is not said again. */
  isOneSuite?: boolean;
  /** What else there is to say of one. */
  noteOf?: (diff: DiffSummary) => string;
  /** Ids of those whose baselines have moved since. */
  stale?: readonly string[];
}

export function DiffList(props: Props) {
  const { diffs, title = 'Recent diffs', empty = noDiffs, stale, noteOf } = props;
  const { hasProjects = false, isOneSuite = false } = props;
  return (
    <RowList title={title} empty={empty}>
      {diffs.map((diff) => (
        <li key={diff.id}>
          <Link
            to="/$org/$project/diffs/$id"
            params={paramsOf(diff)}
            className="block px-5 py-3.5 transition-colors hover:bg-canvas"
          >
            <div className="mb-1 flex items-center justify-between gap-3">
              <span className="min-w-0 truncate font-medium">
                {hasProjects && <span className="font-normal text-muted">{diff.project} · </span>}
                {isOneSuite ? resultInWords(diff) : diff.suite}
              </span>
              <span className="flex shrink-0 gap-1.5">
                {stale?.includes(diff.id) && <StatusBadge status="pending" word="Stale" />}
                <DiffConclusion diff={diff} />
              </span>
            </div>
            {!isOneSuite && <p className="mb-1 text-sm">{resultInWords(diff)}</p>}
            {noteOf && <p className="mb-1 text-muted text-sm">{noteOf(diff)}</p>}
            <PullRequestLine ci={diff.ci} />
            <div className="flex items-center justify-between gap-3 text-muted text-sm">
              <GitPosition branch={diff.branch} commit={diff.commit} />
              <TimeAgo at={diff.createdAt} />
            </div>
          </Link>
        </li>
      ))}
    </RowList>
  );
}

const paramsOf = ({ project: slug, id }: DiffSummary) => {
  const [org = '', project = ''] = slug.split('/');
  return { org, project, id };
};

const resultInWords = ({ status, counts, accessibility }: DiffSummary): string =>
  status === 'completed' || counts.unchanged > 0 || counts.pending > 0
    ? [countsInWords(counts), accessibilityInWords(accessibility)].filter(Boolean).join(', ')
    : status === 'processing'
      ? 'Nothing compared yet'
      : 'No result';

/** Of the changes that are reviewed. */
function accessibilityInWords(counts: DiffSummary['accessibility']): string {
  const count = counts ? counts.pending + counts.approved + counts.rejected : 0;
  return count === 0 ? '' : countOf(count, 'accessibility change');
}

/** `3 changed, 1 new`; what is not there is not said. */
export function countsInWords(counts: DiffCounts): string {
  const kinds = ['changed', 'new', 'removed', 'failed'] as const;
  const words = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${countText(counts[kind])} ${kind}`);
  return words.length > 0 ? words.join(', ') : `${countText(counts.unchanged)} unchanged`;
}

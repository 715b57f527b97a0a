import type { DiffCounts, DiffSummary } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { GitPosition } from '../ui/GitPosition.js';
import { TimeAgo } from '../ui/TimeAgo.js';
import { DiffConclusion } from './DiffConclusion.js';
import { RowList } from './RowList.js';

interface Props {
  org: string;
  project: string;
  diffs: readonly DiffSummary[];
}

export function DiffList({ org, project, diffs }: Props) {
  return (
    <RowList title="Recent diffs" empty="A diff is made when a capture is compared with the baselines.">
      {diffs.map((diff) => (
        <li key={diff.id}>
          <Link
            to="/$org/$project/diffs/$id"
            params={{ org, project, id: diff.id }}
            className="block px-5 py-3.5 transition-colors hover:bg-canvas"
          >
            <div className="mb-1 flex items-center justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{diff.suite}</span>
              <DiffConclusion diff={diff} />
            </div>
            <p className="mb-1 text-sm">{countsInWords(diff.counts)}</p>
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

/** `3 changed, 1 new`; what is not there is not said. */
export function countsInWords(counts: DiffCounts): string {
  const kinds = ['changed', 'new', 'removed', 'failed'] as const;
  const words = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`);
  return words.length > 0 ? words.join(', ') : `${counts.unchanged} unchanged`;
}

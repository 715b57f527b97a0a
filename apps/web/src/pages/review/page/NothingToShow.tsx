import type { CaptureState } from '@svc/schema';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { EmptyState } from '../../../ui/EmptyState.js';
import { countText } from '../../../words/countText.js';
import { dayText } from '../../../words/dayText.js';
import type { ReviewControls } from '../actions/actions.js';
import { reviewableStatuses, statusOrder } from '../list/filterResults.js';
import { accessibilityWords } from './accessibilityWords.js';
import { DiffProgress, Revoked } from './Banners.js';

interface Props {
  diff: ReviewDiff;
  capture: CaptureState | undefined;
  review: ReviewControls;
  onReDiff: (() => void) | null;
}

/** In place of a result: why there is none, and what to do. */
export function NothingToShow({ diff, capture, review, onReDiff }: Props) {
  const { changed, removed, unchanged, skipped } = diff.counts;
  const reviewable = changed + diff.counts.new + removed;
  if (diff.status === 'processing') {
    return (
      <div role="status" className="m-auto w-full max-w-md px-6 py-10">
        <h2 className="mb-6 font-semibold text-lg">
          {capture && capture.status !== 'completed' ? 'The capture is running' : 'Comparing the images'}
        </h2>
        <Revoked diff={diff} />
        <DiffProgress diff={diff} capture={capture} />
        <p className="mt-4 text-muted text-sm">This page updates automatically.</p>
      </div>
    );
  }
  if (diff.status === 'failed') {
    return (
      <EmptyState icon="warning" title="The comparison failed" role="alert">
        <p className="mb-5">{diff.error ?? 'No reason was given.'}</p>
        {diff.isAbandoned && <p>Run it again to compare its snapshots.</p>}
        {onReDiff && (
          <Button icon="refresh" onClick={onReDiff}>
            Compare again
          </Button>
        )}
      </EmptyState>
    );
  }
  if (diff.results.length === 0 && diff.resultsRemovedAt) {
    return (
      <EmptyState icon="camera" title="The results were removed" role="status">
        <p>
          The results of this build were removed on {dayText(diff.resultsRemovedAt)}, since the service does
          not keep them forever. The build’s decisions and baselines stay.
        </p>
      </EmptyState>
    );
  }
  if (diff.results.length === 0) {
    return (
      <EmptyState icon="camera" title="There is nothing to compare" role="status">
        <p>
          The capture has no snapshots, and neither has its baseline. Check the filter of the run, and the
          folder or build that it sent.
        </p>
      </EmptyState>
    );
  }
  if (reviewable > 0) {
    return (
      <EmptyState icon="search" title="No snapshot matches">
        <p className="mb-5">{hiddenWords(diff.results.length)}</p>
        <Button onClick={() => review.showAllOf(reviewableStatuses)}>Show what needs review</Button>
      </EmptyState>
    );
  }
  const accessibility = accessibilityWords(diff);
  return (
    <EmptyState
      icon={accessibility ? 'people' : 'check'}
      title={accessibility ? 'No image changed' : 'Nothing changed'}
      role="status"
    >
      <p className="mb-5">
        {countText(unchanged)}{' '}
        {unchanged === 1 ? 'snapshot equals its baseline' : 'snapshots equal their baselines'}
        {skipped > 0 && `, ${countText(skipped)} ${skipped === 1 ? 'was' : 'were'} not part of this run`}
        {accessibility && `; ${accessibility.text}`}.
      </p>
      {accessibility ? (
        <Button onClick={() => review.showAllOf(['accessibility'])}>
          Show the snapshots with such changes
        </Button>
      ) : (
        <Button onClick={() => review.showAllOf(statusOrder)}>Show all results</Button>
      )}
    </EmptyState>
  );
}

const hiddenWords = (count: number): string =>
  count === 1
    ? 'The search and the statuses hide the only result.'
    : `The search and the statuses hide all ${countText(count)} results.`;

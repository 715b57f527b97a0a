import type { CaptureState } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { waitingText } from '@svc/schema/waitingText';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { Notice } from '../../../ui/Notice.js';
import { ProgressBar } from '../../../ui/ProgressBar.js';
import { countOf, countText } from '../../../words/countText.js';
import { dayText } from '../../../words/dayText.js';
import { slotKey } from '../../../words/slotKey.js';
import { variantWords } from '../../../words/variantWords.js';
import { isAwaiting } from '../decisions/applyDecision.js';
import { RequestedNotice } from '../requests/RequestedNotice.js';
import { AwaitingNotices } from './AwaitingNotices.js';
import { NextLink } from './NextLink.js';

interface Props {
  diff: ReviewDiff;
  /** The head capture while it may still run. */
  capture: CaptureState | undefined;
  /** Null where it cannot be compared again, or not by the person who looks. */
  onReDiff: (() => void) | null;
  reDiffing: boolean;
}

/** What a reviewer has to know before deciding. */
export const Banners = memo(function Banners({ diff, capture, onReDiff, reDiffing }: Props) {
  const reviewable = diff.counts.pending + diff.counts.approved + diff.counts.rejected;
  const isAwaited = (diff.awaiting ?? 0) > 0 || diff.results.some(isAwaiting);
  const reDiff = onReDiff && (
    <Button icon="refresh" disabled={reDiffing} onClick={onReDiff}>
      {reDiffing ? 'Comparing…' : 'Compare again'}
    </Button>
  );
  const banners = [
    diff.requests?.some(({ isYou }) => isYou) && <RequestedNotice key="requested" diff={diff} />,
    diff.status === 'processing' && diff.results.length > 0 && (
      <div key="progress" className="rounded-xl border border-line bg-surface px-4 py-3">
        <Revoked diff={diff} />
        <DiffProgress diff={diff} capture={capture} />
      </div>
    ),
    diff.status === 'failed' && diff.results.length > 0 && (
      <Notice key="failed" tone="danger" icon="warning" role="alert" action={reDiff}>
        The comparison failed: {diff.error ?? 'no reason was given.'}
        {diff.isAbandoned && '. Run it again to decide.'}
      </Notice>
    ),
    diff.resultsRemovedAt && diff.results.length > 0 && (
      <Notice key="removed" tone="info" icon="clock" role="status">
        <span className="font-medium">
          Other results of this build were removed on {dayText(diff.resultsRemovedAt)},
        </span>{' '}
        since the service does not keep them forever. What was undecided is still shown. Run the build again
        to decide.
      </Notice>
    ),
    diff.newerBuild && (
      <Notice key="newer" tone="warning" icon="warning" role="status" action={<NewerLink diff={diff} />}>
        <span className="font-medium">This branch has a newer build.</span> Review the undecided changes
        there.
      </Notice>
    ),
    diff.status === 'completed' && diff.isStale && !diff.newerBuild && !diff.resultsRemovedAt && (
      <Notice key="stale" tone="warning" icon="warning" role="status" action={reDiff}>
        <span className="font-medium">The baselines have changed</span> since this comparison. Compare again
        before you decide.
        <Moves diff={diff} />
      </Notice>
    ),
    diff.isWhole &&
      diff.status === 'completed' &&
      !diff.isStale &&
      !diff.newerBuild &&
      reviewable > 0 &&
      !isAwaited &&
      diff.counts.pending === 0 &&
      diff.results.every(({ accessibility }) => accessibility !== 'pending') && (
        <Notice
          key="done"
          tone={diff.counts.rejected > 0 ? 'danger' : 'good'}
          icon={diff.counts.rejected > 0 ? 'cross' : 'check'}
          role="status"
          action={<NextLink diff={diff} />}
        >
          <span className="font-medium">Everything is reviewed:</span> {doneWords(diff.counts)}
        </Notice>
      ),
    diff.status === 'completed' && isAwaited && <AwaitingNotices key="awaiting" diff={diff} />,
    diff.failures.length > 0 && (
      <Notice key="failures" tone="danger" icon="warning">
        <details>
          <summary className="font-medium">
            {countOf(diff.failures.length, 'snapshot')} could not be captured
          </summary>
          <ul className="mt-2 max-h-40 space-y-1 overflow-auto">
            {diff.failures.map((failure) => (
              <li key={slotKey(failure)}>
                <span className="font-medium">{failure.name}</span> {variantWords(failure)}: {failure.message}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    ),
    diff.status === 'completed' &&
      reviewable > 0 &&
      diff.counts.new === reviewable &&
      diff.counts.pending > 0 && (
        <Notice key="new" tone="info" icon="plus">
          {reviewable === 1
            ? 'The only snapshot is new: it has no baseline yet. Approve it to make it the baseline.'
            : `All ${countText(reviewable)} snapshots are new: they have no baselines yet. Approve all to make them the baselines.`}
        </Notice>
      ),
  ].filter(Boolean);
  return banners.length > 0 ? (
    <section
      aria-label="Notices"
      className="space-y-2 border-line border-b px-4 py-3 short:max-h-[15dvh] short:overflow-y-auto short:py-1"
    >
      {banners}
    </section>
  ) : null;
});

const doneWords = ({ approved, rejected }: ReviewDiff['counts']): string =>
  rejected === 0
    ? `${countText(approved)} approved.`
    : `${countText(approved)} approved, ${countText(rejected)} rejected.`;

/** Leads to the build that took a diff's place. */
function NewerLink({ diff: { project, newerBuild } }: { diff: ReviewDiff }) {
  if (!newerBuild) return null;
  const [org = '', name = ''] = project.split('/');
  return (
    <Link
      to="/$org/$project/diffs/$id"
      params={{ org, project: name, id: newerBuild.diffId }}
      className="inline-flex h-9 items-center whitespace-nowrap rounded-lg bg-accent px-3.5 font-medium text-on-accent text-sm hover:bg-accent/90"
    >
      Show the newest build
    </Link>
  );
}

/** Who moved which baselines. */
function Moves({ diff: { project, moves } }: { diff: ReviewDiff }) {
  if (moves.length === 0) return null;
  const [org = '', name = ''] = project.split('/');
  return (
    <ul data-testid="moves" className="mt-1 max-h-24 overflow-y-auto text-sm">
      {moves.map((move) => (
        <li key={slotKey(move)} className="[overflow-wrap:anywhere]">
          <bdi className="font-medium">{move.name}</bdi> {variantWords(move)}:{' '}
          {move.isRevoked ? 'an approval by ' : ''}
          {actorText(move.actor)} {move.isRevoked ? 'was revoked' : 'approved a baseline'} on{' '}
          <bdi>{move.branch}</bdi>
          {move.diffId && (
            <>
              {' ('}
              <Link
                to="/$org/$project/diffs/$id"
                params={{ org, project: name, id: move.diffId }}
                className="rounded underline underline-offset-2 hover:text-accent"
              >
                see where
              </Link>
              )
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Why a completed diff is being computed again, where that is since an approval was revoked. */
export function Revoked({ diff: { project, revokedApproval } }: { diff: ReviewDiff }) {
  if (!revokedApproval) return null;
  const [org = '', name = ''] = project.split('/');
  const { approvedBy, approvedIn } = revokedApproval;
  return (
    <p data-testid="revoked" className="mb-2 text-sm">
      <span className="font-medium">An approval that this diff relied on was revoked</span>: the one by{' '}
      {actorText(approvedBy)} in{' '}
      <Link
        to="/$org/$project/diffs/$id"
        params={{ org, project: name, id: approvedIn }}
        className="rounded underline underline-offset-2 hover:text-accent"
      >
        {approvedIn}
      </Link>
      . The images are being compared again.
    </p>
  );
}

export function DiffProgress({ diff, capture }: { diff: ReviewDiff; capture: CaptureState | undefined }) {
  const capturing = capture && (capture.status === 'pending' || capture.status === 'capturing');
  const waiting = waitingText(capture?.waitingForBrowser);
  if (waiting !== null) return <p>{waiting}</p>;
  return capturing ? (
    <ProgressBar
      label="Capturing"
      done={capture.completedSnapshots + capture.failedSnapshots}
      total={capture.totalSnapshots}
    />
  ) : (
    // Removed and skipped snapshots are results too: how many there will be is not known before the end.
    <ProgressBar label="Comparing" done={diff.results.length} total={0} />
  );
}

import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { useMembership } from '../../../client/useMembership.js';
import { CiLinks } from '../../../records/CiLinks.js';
import { DiffConclusion } from '../../../records/DiffConclusion.js';
import { GitPosition } from '../../../ui/GitPosition.js';
import { HomeLink } from '../../../ui/Shell.js';
import { countText } from '../../../words/countText.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';
import { isWaiting } from '../decisions/applyDecision.js';
import type { Person } from '../live/followDiff.js';
import { People } from '../live/People.js';
import { RequestsButton } from '../requests/RequestsButton.js';
import { AccessibilityLink } from './AccessibilityLink.js';
import { BuildLinks } from './BuildLinks.js';

interface Props {
  org: string;
  project: string;
  diff: ReviewDiff;
  /** Whether a result has the screen, where that is narrow. */
  isOpen: boolean;
  /** Why nothing can be decided now; null where something can. */
  obstacle: string | null;
  /** Who else looks at it. */
  people: readonly Person[];
  review: ReviewControls;
}

export const ReviewHeader = memo(function ReviewHeader({
  org,
  project,
  diff,
  isOpen,
  obstacle,
  people,
  review,
}: Props) {
  const mayRequest = useMembership(org)?.may('review') ?? false;
  const { pending, approved, rejected } = diff.counts;
  const total = pending + approved + rejected;
  const reviewed = approved + rejected;
  return (
    <header
      // A short window is for the images; Back shows the header again.
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-surface px-4 py-2.5 short:py-1 ${isOpen ? 'max-md:short:sr-only' : ''}`}
    >
      <HomeLink />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2 text-sm">
          <Link
            to="/$org/$project"
            params={{ org, project }}
            className="min-w-0 truncate rounded text-muted hover:text-accent max-sm:hidden"
          >
            {org}/{project}
          </Link>
          <span aria-hidden="true" className="text-muted max-sm:hidden">
            /
          </span>
          <h1 className="min-w-0 truncate font-semibold">{diff.suite}</h1>
          <DiffConclusion diff={diff} />
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3">
          <GitPosition branch={diff.branch} commit={diff.commit} commitUrl={diff.ci?.commitUrl} />
          <CiLinks ci={diff.ci} />
          <BuildLinks org={org} project={project} diff={diff} />
          <AccessibilityLink org={org} project={project} diff={diff} />
          {!diff.judging && (
            <span
              data-testid="judging"
              title={`A commit’s check only counts complete captures that were compared with baselines under the project’s settings. ${aside(diff)}`}
              className="whitespace-nowrap text-changed text-sm"
            >
              Not counted in the commit’s check
            </span>
          )}
        </div>
      </div>
      <People people={people} />
      {mayRequest && <RequestsButton org={org} diff={diff} />}
      <div
        className={`flex items-center gap-3 max-md:order-last max-md:w-full ${total > 0 && !isOpen ? '' : 'max-md:hidden'}`}
      >
        {total > 0 && (
          <>
            <span className="whitespace-nowrap text-muted text-sm tabular-nums">
              <span className="font-semibold text-ink">{countText(reviewed)}</span> of{' '}
              <span className="font-semibold text-ink">{countText(total)}</span> reviewed
            </span>
            <span
              aria-hidden="true"
              className="flex h-1.5 w-28 overflow-hidden rounded-full bg-sunken max-lg:w-16 max-md:flex-1"
            >
              <span
                className="bg-good transition-[width]"
                style={{ width: `${(approved / total) * 100}%` }}
              />
              <span
                className="bg-removed transition-[width]"
                style={{ width: `${(rejected / total) * 100}%` }}
              />
            </span>
            <ActionButton
              action="approveMany"
              tip={obstacle ?? 'Approve all that is pending'}
              review={review}
              onClick={() => review.approveAll()}
              icon="check"
              disabled={!diff.results.some(isWaiting) || obstacle !== null}
              data-tip-align="end"
            >
              Approve all
            </ActionButton>
          </>
        )}
        <ActionButton
          action="help"
          review={review}
          look="quiet"
          icon="keyboard"
          data-tip-align="end"
          className="max-md:hidden"
        />
      </div>
    </header>
  );
});

/** Why a diff is not one of those, as far as it says that itself. */
function aside({ isLocal, baseCaptureId }: ReviewDiff): string {
  if (isLocal) return 'This diff was made on somebody’s own machine.';
  if (baseCaptureId !== null) return 'This diff compares with another capture.';
  return 'This diff has its own settings, or covers only some snapshots.';
}

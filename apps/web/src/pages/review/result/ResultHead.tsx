import type { Origin } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { awaitingText } from '@svc/schema/awaitingText';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../../ui/Icon.js';
import { StatusBadge } from '../../../ui/StatusBadge.js';
import { countText } from '../../../words/countText.js';
import { displayName } from '../../../words/displayName.js';
import { percentWords } from '../../../words/percentWords.js';
import { slotKey } from '../../../words/slotKey.js';
import { variantWords } from '../../../words/variantWords.js';
import { ActionButton } from '../actions/ActionButton.js';
import { type ReviewControls, tipOf } from '../actions/actions.js';
import { CommentsButton } from '../comments/CommentsButton.js';
import type { Commenting } from '../comments/useComments.js';
import { isAwaiting } from '../decisions/applyDecision.js';
import { ignoredWords, isIgnoredNow } from '../ignoring/isIgnoredNow.js';
import type { Ignoring } from '../ignoring/useIgnoring.js';
import { isReviewable } from '../list/filterResults.js';
import type { Selected } from '../model/Scene.js';
import { AccessibilityMark } from './AccessibilityMark.js';
import { ApprovalLink, BaselineWarnings } from './BaselineFacts.js';
import { cardWords } from './cardWords.js';
import { changeWords } from './changeWords.js';
import { sourceSentence } from './explanationWords.js';
import { FlakyLink } from './FlakyLink.js';
import { HistoryLink } from './HistoryLink.js';
import { IgnoredNote } from './IgnoredNote.js';
import { Provenance } from './Provenance.js';
import { RejectionNote } from './RejectionNote.js';
import { SetStrip } from './SetStrip.js';
import { ShareMenu } from './share/ShareMenu.js';
import { subthresholdWords } from './subthresholdWords.js';
import { flakyWords, trustWords } from './trustWords.js';

interface Props {
  selected: Selected;
  /** `org/project`. */
  project: string;
  head: Origin;
  /** Whether nothing can be decided now. */
  isFixed: boolean;
  comments: Commenting;
  ignoring: Ignoring;
  review: ReviewControls;
  /** Follows what changed, where there is more to say of why. */
  why: ReactNode;
}

/** What the result is and why. */
export function ResultHead({ selected, project, head, isFixed, comments, ignoring, review, why }: Props) {
  const { result, among, variants, card } = selected;
  const [isExplained, setExplained] = useState(false);
  const { title, place } = displayName(result);
  const variant = variantWords(result);
  const what = result.status === 'changed' ? changeWords(result) : '';
  const isRemembered = result.baselineSource?.startsWith('approval:') ?? false;
  const doubts = isReviewable(result) ? trustWords(result) : [];
  return (
    <div
      data-testid="result-head"
      className="flex min-w-0 items-start gap-2 [grid-area:head] max-md:max-h-[30dvh] max-md:overflow-y-auto short:max-h-[18dvh] short:overflow-y-auto md:@max-xl:max-h-[30dvh] md:@max-xl:overflow-y-auto"
    >
      <ActionButton action="back" review={review} look="quiet" icon="back" className="-ml-2 md:hidden" />
      <div className="min-w-0">
        <p className="min-h-4 truncate text-muted text-xs tabular-nums">
          {among && `${countText(among.position)} of ${countText(among.count)}`}
          {among && place && ' · '}
          {place && <bdi title={place}>{place}</bdi>}
        </p>
        <h2 className="max-h-24 overflow-y-auto break-words font-semibold text-lg leading-snug">
          <bdi className="[overflow-wrap:anywhere]">{title}</bdi>{' '}
          {variant && <span className="ml-1 font-normal text-muted text-sm tabular-nums">{variant}</span>}
        </h2>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <StatusBadge status={result.status} />
          {isReviewable(result) && <StatusBadge status={result.approvalStatus} />}
          {result.diffPercentage !== null && result.diffPercentage > 0 && result.status === 'changed' && (
            <span className="tabular-nums">{percentWords(result.diffPercentage)} of pixels differ</span>
          )}
          {subthresholdWords(result) && (
            <span data-testid="subthreshold" className="tabular-nums">
              {subthresholdWords(result)}
            </span>
          )}
          <AccessibilityMark accessibility={result.accessibility} />
          {result.ignoredUntil && isIgnoredNow(result) && (
            <span data-testid="ignored-change">{ignoredWords(result.ignoredUntil)}</span>
          )}
          {result.ignored && <IgnoredNote ignored={result.ignored} />}
          {result.approvals && isAwaiting(result) && (
            <span data-testid="awaiting" className="text-changed">
              {awaitingText({
                by: result.approvals.by,
                missing: result.approvals.required - result.approvals.given,
              })}
            </span>
          )}
          {result.decidedBy && !isRemembered && !isAwaiting(result) && (
            <span>decided by {actorText(result.decidedBy)}</span>
          )}
          <button
            type="button"
            data-testid="source"
            aria-expanded={isExplained}
            onClick={() => setExplained(!isExplained)}
            className="inline-flex items-center gap-1 rounded text-left hover:text-ink"
          >
            {sourceSentence(result)}
            <Icon name="down" size={11} className={isExplained ? 'rotate-180' : ''} />
          </button>
          <ApprovalLink result={result} project={project} />
          <HistoryLink result={result} />
          <ShareMenu result={result} />
          <CommentsButton
            count={comments.open.get(slotKey(result)) ?? 0}
            isShown={comments.isShown && !ignoring.isShown}
            onPress={() => (comments.isShown && !ignoring.isShown ? comments.close() : review.comments())}
          />
          {result.headHash && result.baselineHash && (
            <button
              type="button"
              aria-expanded={ignoring.isShown}
              aria-keyshortcuts="i"
              data-tip={tipOf('ignoreAreas')}
              onClick={() => (ignoring.isShown ? ignoring.close() : review.ignoreAreas())}
              className="inline-flex items-center gap-1 rounded hover:text-accent"
            >
              <Icon name="ignore" size={13} />
              Ignore
            </button>
          )}
        </div>
        {result.approvalStatus === 'rejected' && isReviewable(result) && (
          <RejectionNote note={result.note} isFixed={isFixed} review={review} />
        )}
        {what && (
          <p data-testid="change" className="mt-1 text-sm first-letter:uppercase">
            {what}
          </p>
        )}
        {why}
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
          <SetStrip
            label={`${variants.length} variants of this snapshot`}
            shown={result}
            name="variants"
            set={variants}
            keys={['approveVariants', 'rejectVariants']}
            review={review}
            isFixed={isFixed}
          />
          {card.length > variants.length && (
            <SetStrip
              label={cardWords(card)}
              shown={result}
              name="card"
              set={card}
              keys={['approveMany', 'rejectMany']}
              review={review}
              isFixed={isFixed}
            />
          )}
        </div>
        {isExplained && <Provenance result={result} project={project} head={head} />}
        <BaselineWarnings result={result} project={project} />
        {doubts.map((doubt) => (
          <p key={doubt} className="mt-1 flex items-center gap-1.5 text-changed text-sm">
            <Icon name="warning" size={13} />
            {doubt}
            {doubt === flakyWords(result.flakeCount) && <FlakyLink result={result} />}
          </p>
        ))}
      </div>
    </div>
  );
}

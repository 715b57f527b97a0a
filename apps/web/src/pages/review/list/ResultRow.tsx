import { type MouseEvent, memo } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { Icon } from '../../../ui/Icon.js';
import { statusLook } from '../../../ui/StatusBadge.js';
import { countText } from '../../../words/countText.js';
import { displayName } from '../../../words/displayName.js';
import { percentWords } from '../../../words/percentWords.js';
import { ThreadMark } from '../comments/OpenThreads.js';
import { isAwaiting } from '../decisions/applyDecision.js';
import { ignoredWords, isIgnoredNow } from '../ignoring/isIgnoredNow.js';
import { indent } from './FolderRow.js';
import { isReviewable } from './filterResults.js';
import { decidedOf, type ResultLine } from './listRows.js';
import { ResultThumbnail } from './Thumbnail.js';

/** CSS pixels, with the gap to the next row. */
export const rowHeight = 76;

const inks: Record<ReviewItem['status'], string> = {
  changed: 'text-changed',
  new: 'text-new',
  removed: 'text-removed',
  unchanged: 'text-muted',
  skipped: 'text-muted',
};

interface Props {
  row: ResultLine;
  marked: boolean;
  index: number;
  count: number;
  /** Offset from the start of the list in CSS pixels. */
  top: number;
  selected: boolean;
  onSelect: (index: number, event: MouseEvent) => void;
  onToggleGroup: (index: number) => void;
  /** Of the list, just now. */
  isScrolling: () => boolean;
}

export const ResultRow = memo(function ResultRow(props: Props) {
  const { row, marked, index, count, top, selected, onSelect, onToggleGroup, isScrolling } = props;
  const { result, place: placeInGroup, depth, among } = row;
  const { title, place } = displayName(result);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the page select; the list has the focus
    <div
      id={`result-${index}`}
      tabIndex={-1}
      {...{
        role: among ? 'treeitem' : 'option',
        'aria-level': among && depth + 1,
        'aria-selected': selected,
        'aria-setsize': among?.size ?? count,
        'aria-posinset': among?.position ?? index + 1,
      }}
      title={result.name}
      data-approval={result.approvalStatus}
      data-marked={marked || undefined}
      // The listbox has the focus, never a row: rows leave the document when they scroll out of sight.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onSelect(index, event)}
      className={`absolute inset-x-0 flex h-[72px] items-center gap-3 rounded-xl px-2.5 ${selected ? 'bg-accent-soft ring-1 ring-accent/40' : 'hover:bg-canvas'} ${placeInGroup === 'member' ? 'pl-6' : ''}`}
      style={{ top, ...(depth > 0 ? { left: depth * indent } : {}) }}
    >
      <Preview result={result} marked={marked} isScrolling={isScrolling} />
      <span className="min-w-0 flex-1 leading-tight">
        {place && !among && <bdi className="block truncate text-left text-muted text-xs">{place}</bdi>}
        <span className="flex items-baseline gap-2">
          <bdi className="truncate font-medium text-sm">{title}</bdi>
          {result.viewport && (
            <span className="ml-auto shrink-0 text-muted text-xs tabular-nums">
              {result.viewport.width}×{result.viewport.height}
            </span>
          )}
        </span>
        <span className="mt-1 flex items-center gap-3 whitespace-nowrap text-xs">
          <States result={result} />
          {result.accessibility && (
            <span className="inline-flex text-accent" title="Accessibility change">
              <Icon name="people" size={12} />
              <span className="sr-only">Accessibility change</span>
            </span>
          )}
          {result.browser && <bdi className="truncate text-muted">{result.browser}</bdi>}
          <ThreadMark results={row.place === 'closed' ? row.card : [result]} />
          <GroupBadge row={row} onToggle={() => onToggleGroup(index)} />
        </span>
      </span>
    </div>
  );
});

function Preview({
  result,
  marked,
  isScrolling,
}: Pick<Props, 'marked' | 'isScrolling'> & { result: ReviewItem }) {
  return (
    <span
      className={`relative flex h-12 w-16 shrink-0 overflow-hidden rounded-md border bg-sunken ${marked ? 'border-accent ring-2 ring-accent' : 'border-line'}`}
    >
      {marked && (
        <span className="absolute right-0.5 bottom-0.5 flex size-4 items-center justify-center rounded bg-accent text-on-accent">
          <Icon name="check" size={11} />
          <span className="sr-only">Selected</span>
        </span>
      )}
      <ResultThumbnail result={result} isScrolling={isScrolling} />
    </span>
  );
}

/** What the result is, and what was decided about it. */
function States({ result }: { result: ReviewItem }) {
  const look = statusLook(result.status);
  const decision = statusLook(result.approvalStatus);
  return (
    <>
      <span className={`inline-flex items-center gap-1 ${inks[result.status]}`}>
        <Icon name={look.icon} size={12} />
        {look.word}
        {result.status === 'changed' && (
          <span className="tabular-nums">
            {result.diffPercentage === 0 ? 'below the threshold' : percentWords(result.diffPercentage)}
            {result.diffPercentage !== 0 && <span className="sr-only"> of pixels</span>}
          </span>
        )}
      </span>
      {result.ignoredUntil && isIgnoredNow(result) && (
        <span data-testid="ignored-until" className="inline-flex min-w-0 items-center gap-1 text-muted">
          <Icon name="ignore" size={12} />
          <span className="truncate">{ignoredWords(result.ignoredUntil)}</span>
        </span>
      )}
      {isReviewable(result) && result.approvalStatus !== 'pending' && (
        <span
          className={`inline-flex items-center gap-1 font-medium ${result.approvalStatus === 'approved' ? 'text-good' : 'text-removed'}`}
        >
          <Icon name={isAwaiting(result) ? 'clock' : decision.icon} size={12} />
          {result.approvals && isAwaiting(result) ? (
            <span>
              {result.approvals.given} of {result.approvals.required}
              <span className="sr-only"> approvals</span>
            </span>
          ) : (
            decision.word
          )}
        </span>
      )}
    </>
  );
}

/** How many the row stands for, where it is the head of a card. */
function GroupBadge({ row, onToggle }: { row: ResultLine; onToggle: () => void }) {
  const { card, place } = row;
  if (place !== 'closed' && place !== 'first') return null;
  const decided = decidedOf(card);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; an option has no control in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: G opens and closes it
    <span
      data-testid="group"
      title={place === 'closed' ? 'Open the card (G)' : 'Close the card (G)'}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
      className="-my-0.5 ml-auto inline-flex items-center gap-1 rounded-full bg-sunken px-2 py-0.5 font-medium text-ink tabular-nums hover:bg-line"
    >
      <span aria-hidden="true">× {countText(card.length)}</span>
      <span className="sr-only">{countText(card.length)} snapshots on this card</span>
      {decided > 0 && <span className="font-normal text-muted">{decided} decided</span>}
      <Icon name="down" size={10} className={place === 'closed' ? '-rotate-90' : ''} />
    </span>
  );
}

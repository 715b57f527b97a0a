import type { DiffResult } from '@svc/schema';
import { sameOriginUrl } from '../../client/sameOriginUrl.js';
import { Icon } from '../../ui/Icon.js';
import { statusLook } from '../../ui/StatusBadge.js';
import { displayName } from './displayName.js';
import { isReviewable } from './filterResults.js';
import { percentWords } from './percentWords.js';

/** CSS pixels, with the gap to the next row. */
export const rowHeight = 76;

const inks: Record<DiffResult['status'], string> = {
  changed: 'text-changed',
  new: 'text-new',
  removed: 'text-removed',
  unchanged: 'text-muted',
  skipped: 'text-muted',
};

interface Props {
  result: DiffResult;
  index: number;
  count: number;
  /** Offset from the start of the list in CSS pixels. */
  top: number;
  selected: boolean;
  onSelect: (index: number) => void;
}

export function ResultRow({ result, index, count, top, selected, onSelect }: Props) {
  const { title, place } = displayName(result);
  const look = statusLook(result.status);
  const image = sameOriginUrl(result.currentImageUrl) ?? sameOriginUrl(result.baselineImageUrl);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the page select; the listbox has the focus
    <div
      id={`result-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-approval={result.approvalStatus}
      // The listbox has the focus, never a row: rows leave the document when they scroll out of sight.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onSelect(index)}
      className={`absolute inset-x-0 flex h-[72px] items-center gap-3 rounded-xl px-2.5 ${selected ? 'bg-accent-soft ring-1 ring-accent/40' : 'hover:bg-canvas'}`}
      style={{ top }}
    >
      <span className="flex h-12 w-16 shrink-0 overflow-hidden rounded-md border border-line bg-sunken">
        {image && (
          <img
            src={image}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full bg-white object-cover object-top"
          />
        )}
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        {place && <span className="block truncate text-muted text-xs">{place}</span>}
        <span className="flex items-baseline gap-2">
          <span className="truncate font-medium text-sm">{title}</span>
          {result.viewport && (
            <span className="ml-auto shrink-0 text-muted text-xs tabular-nums">
              {result.viewport.width}×{result.viewport.height}
            </span>
          )}
        </span>
        <span className="mt-1 flex items-center gap-3 text-xs">
          <span className={`inline-flex items-center gap-1 ${inks[result.status]}`}>
            <Icon name={look.icon} size={12} />
            {look.word}
            {result.status === 'changed' && (
              <span className="tabular-nums">{percentWords(result.diffPercentage)}</span>
            )}
          </span>
          {isReviewable(result) && result.approvalStatus !== 'pending' && (
            <span
              className={`inline-flex items-center gap-1 font-medium ${result.approvalStatus === 'approved' ? 'text-good' : 'text-removed'}`}
            >
              <Icon name={statusLook(result.approvalStatus).icon} size={12} />
              {statusLook(result.approvalStatus).word}
            </span>
          )}
        </span>
      </span>
    </div>
  );
}

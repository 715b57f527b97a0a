import type { ResultStatus } from '@svc/schema';
import type { RefObject } from 'react';
import type { ReviewDiff } from '../../client/presentReview.js';
import { Icon } from '../../ui/Icon.js';
import { statusLook } from '../../ui/StatusBadge.js';
import { tipOf } from './actions.js';
import { statusOrder } from './filterResults.js';

interface Props {
  counts: ReviewDiff['counts'];
  statuses: readonly ResultStatus[];
  query: string;
  searchBox: RefObject<HTMLInputElement | null>;
  filters: RefObject<HTMLFieldSetElement | null>;
  onStatuses: (statuses: readonly ResultStatus[]) => void;
  onQuery: (query: string) => void;
}

/** Search and the statuses that the list shows. */
export function ListHead({ counts, statuses, query, searchBox, filters, onStatuses, onQuery }: Props) {
  const toggle = (status: ResultStatus) =>
    onStatuses(
      statuses.includes(status) ? statuses.filter((other) => other !== status) : [...statuses, status],
    );
  const offered = statusOrder.filter((status) => counts[status] > 0);
  return (
    <div className="space-y-3 border-line border-b p-4">
      <div className="relative">
        <Icon
          name="search"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-muted"
        />
        <input
          ref={searchBox}
          type="search"
          value={query}
          aria-label={tipOf('search')}
          placeholder="Search snapshots"
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter') return;
            event.preventDefault();
            if (event.key === 'Escape') onQuery('');
            event.currentTarget.blur();
          }}
          className="h-9 w-full rounded-lg border border-line bg-canvas pr-3 pl-9 text-sm placeholder:text-muted"
        />
      </div>
      <fieldset ref={filters} className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Statuses in the list</legend>
        {offered.map((status) => {
          const look = statusLook(status);
          const pressed = statuses.includes(status);
          return (
            <button
              key={status}
              type="button"
              aria-pressed={pressed}
              onClick={() => toggle(status)}
              className={`inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium text-xs transition-colors ${pressed ? `border-transparent ${look.colours} ring-1 ring-current/25` : 'border-line bg-surface text-muted hover:bg-sunken'}`}
            >
              <Icon name={look.icon} size={12} />
              {look.word}
              <span className="tabular-nums">{counts[status]}</span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}

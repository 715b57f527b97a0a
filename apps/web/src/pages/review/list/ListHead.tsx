import { memo, type RefObject } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Select } from '../../../ui/fields/Select.js';
import { Icon } from '../../../ui/Icon.js';
import { statusLook } from '../../../ui/StatusBadge.js';
import { countText } from '../../../words/countText.js';
import { ActionButton } from '../actions/ActionButton.js';
import { type ReviewControls, tipOf } from '../actions/actions.js';
import { ComponentSelect } from './ComponentSelect.js';
import { FilterSelects } from './FilterSelects.js';
import type { FilterChoices } from './filterChoices.js';
import { type ListKind, type SortOrder, sortOf, sortOrders, statusOrder } from './filterResults.js';

interface Props {
  counts: ReviewDiff['counts'];
  /** Results with an accessibility change. */
  accessibilityCount: number;
  kinds: readonly ListKind[];
  /** What results can be told apart by. */
  choices: FilterChoices;
  query: string;
  component: string | undefined;
  order: SortOrder;
  isTree: boolean;
  review: ReviewControls;
  searchBox: RefObject<HTMLInputElement | null>;
  filters: RefObject<HTMLFieldSetElement | null>;
}

const sortWords: Record<SortOrder, string> = {
  status: 'By status',
  change: 'Largest change first',
  name: 'By name',
  component: 'By component',
  viewport: 'By viewport',
  browser: 'By browser',
  tag: 'By tag',
};

const accessibilityLook = {
  icon: 'people',
  word: 'Accessibility',
  colors: 'bg-accent-soft text-accent',
} as const;

/** What has to differ for an order to say something. */
const sortedBy: Partial<Record<SortOrder, keyof FilterChoices>> = {
  component: 'components',
  viewport: 'viewports',
  browser: 'browsers',
  tag: 'tags',
};

/** Search and the kinds of results that the list shows. */
export const ListHead = memo(function ListHead(props: Props) {
  const { counts, accessibilityCount, kinds, choices, query, component, order, isTree } = props;
  const { searchBox, filters, review } = props;
  const toggle = (kind: ListKind) =>
    review.showKinds(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind]);
  const offered = [
    ...statusOrder.map((status) => ({ kind: status, count: counts[status], look: statusLook(status) })),
    { kind: 'accessibility', count: accessibilityCount, look: accessibilityLook } as const,
  ].filter(({ count }) => count > 0);
  const orders = sortOrders.filter((one) => {
    const differing = sortedBy[one];
    return one === order || differing === undefined || choices[differing].length > 0;
  });
  return (
    <div className="space-y-3 border-line border-b p-4">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
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
            onChange={(event) => review.searchFor(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' && event.key !== 'Enter') return;
              event.preventDefault();
              if (event.key === 'Escape') review.searchFor('');
              event.currentTarget.blur();
            }}
            className="h-9 w-full rounded-lg border border-line bg-canvas pr-3 pl-9 text-sm placeholder:text-muted"
          />
        </div>
        <ActionButton
          action="tree"
          review={review}
          icon="tree"
          aria-pressed={isTree}
          data-tip-align="end"
          className={isTree ? 'bg-accent-soft! text-accent!' : ''}
        />
      </div>
      <fieldset ref={filters} className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Snapshots in the list</legend>
        {offered.map(({ kind, count, look }) => {
          const pressed = kinds.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={pressed}
              onClick={() => toggle(kind)}
              className={`inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium text-xs transition-colors ${pressed ? `border-transparent ${look.colors} ring-1 ring-current/25` : 'border-line bg-surface text-muted hover:bg-sunken'}`}
            >
              <Icon name={look.icon} size={12} />
              {look.word}
              <span className="tabular-nums">{countText(count)}</span>
            </button>
          );
        })}
      </fieldset>
      <FilterSelects choices={choices} query={query} review={review} />
      <div className="flex gap-2 empty:hidden">
        <ComponentSelect components={choices.components} component={component} review={review} />
        {!isTree && (
          <Select
            label="Sort the list by"
            value={order}
            onChange={(event) => {
              review.sortBy(sortOf(event.target.value));
              // The next key is for the page.
              event.currentTarget.blur();
            }}
            className="flex-1"
          >
            {orders.map((one) => (
              <option key={one} value={one}>
                {sortWords[one]}
              </option>
            ))}
          </Select>
        )}
      </div>
    </div>
  );
});

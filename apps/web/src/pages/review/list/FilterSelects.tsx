import { Select } from '../../../ui/fields/Select.js';
import type { ReviewControls } from '../actions/actions.js';
import { chosenIn, type FilterChoices, withChoice } from './filterChoices.js';

interface Props {
  choices: FilterChoices;
  query: string;
  review: ReviewControls;
}

/** Viewport, browser and tag of what the list shows, as words of the search. */
export function FilterSelects({ choices, query, review }: Props) {
  const selects = [
    { label: 'Viewport', all: 'All viewports', words: choices.viewports },
    { label: 'Browser', all: 'All browsers', words: choices.browsers },
    { label: 'Tag', all: 'All tags', words: choices.tags },
  ].filter(({ words }) => words.length > 0);
  if (selects.length === 0) return null;
  return (
    <div className="flex gap-2">
      {selects.map(({ label, all, words }) => (
        <Select
          key={label}
          label={label}
          value={chosenIn(query, words)}
          onChange={(event) => {
            review.searchFor(withChoice(query, words, event.target.value));
            // The next key is for the page.
            event.currentTarget.blur();
          }}
          className="flex-1"
        >
          <option value="">{all}</option>
          {words.map((word) => (
            <option key={word} value={word}>
              {word.replace(/^(\d+)x(\d+)$/, '$1 × $2')}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}

import { expect, it } from 'vitest';
import type { ReviewItem } from '../../../client/presentReview.js';
import { exampleDiff, exampleResult } from '../../../testing/exampleReview.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import { holdOpening } from './holdOpening.js';
import { reviewList } from './reviewList.js';

const pending = (name: string) => exampleResult({ name });
const rejected = (name: string) => exampleResult({ name, approvalStatus: 'rejected' });

/** What one page shows, look after look. */
function openPage() {
  const opening = holdOpening();
  return (results: ReviewItem[], search: ReviewSearch = {}, fields = {}) => {
    const diff = exampleDiff(results, fields);
    return opening(diff, search, reviewList(diff, search))?.name;
  };
}

it('stays when somebody else decides about it, or the list begins with something else', () => {
  const show = openPage();
  expect(show([pending('a'), pending('b')])).toBe('a');
  expect(show([rejected('a'), pending('b')])).toBe('a');
  expect(show([pending('0'), rejected('a'), pending('b')])).toBe('a');
});

it('stays when the filter hides it since then', () => {
  const show = openPage();
  const search = { q: 'pending' };
  expect(show([pending('a'), pending('b')], search)).toBe('a');
  expect(show([rejected('a'), pending('b')], search)).toBe('a');
});

it('stays while it is compared again', () => {
  const show = openPage();
  expect(show([pending('b')])).toBe('b');
  expect(show([pending('a'), pending('b')], {}, { status: 'processing' })).toBe('b');
  expect(show([pending('a'), pending('b')])).toBe('b');
});

it('is the first that waits once all results of a running comparison are there', () => {
  const show = openPage();
  expect(show([pending('b')], {}, { status: 'processing' })).toBe('b');
  expect(show([pending('a'), pending('b')])).toBe('a');
});

it('starts over with other filters, and after a result was chosen', () => {
  const show = openPage();
  expect(show([pending('a'), pending('b')])).toBe('a');
  expect(show([rejected('a'), pending('b')], { sort: 'name' })).toBe('b');
  expect(show([rejected('a'), pending('b'), pending('c')], { sort: 'name', result: 'c' })).toBe('c');
  expect(show([pending('a'), pending('b'), pending('c')], { sort: 'name' })).toBe('a');
});

/** Everything that a link to a review shows to a colleague. */
export interface ReviewSearch {
  /** Slot of the result that is looked at. */
  result?: string | undefined;
  view?: string | undefined;
  /** Comma-separated statuses that the list shows, and `accessibility`. */
  status?: string | undefined;
  /** Search text. */
  q?: string | undefined;
  /** The only component that the list shows, as `Forms/Button`. */
  component?: string | undefined;
  /** `change` or `name` where the list is not sorted by status. */
  sort?: string | undefined;
  /** `tree` for folders in place of statuses. */
  list?: string | undefined;
  /** Slots of the first results of the cards that are open. */
  open?: string | undefined;
  /** Folders that are closed. */
  closed?: string | undefined;
  /** The results that are marked. */
  selected?: string | undefined;
  /** The changed region that was stepped to, from 1. */
  region?: string | undefined;
  /** `on` or `off` where it is not as the view has it. */
  overlay?: string | undefined;
  /** `in-place` where rows that both images have are not drawn level. */
  rows?: string | undefined;
  /** Percent of the current image in the onion view, and where the divider of the swipe is. */
  mix?: string | undefined;
  /** `on` where the comments are open, or the thread that is pointed at. */
  comments?: string | undefined;
}

const fields = [
  'result',
  'view',
  'status',
  'q',
  'component',
  'sort',
  'list',
  'open',
  'closed',
  'selected',
  'region',
  'overlay',
  'rows',
  'mix',
  'comments',
] as const satisfies (keyof ReviewSearch)[];

/** Leaves out what is not a field of it, and what is not text. */
export const readReviewSearch = (search: Record<string, unknown>): ReviewSearch =>
  Object.fromEntries(
    fields.map((field) => [field, typeof search[field] === 'string' ? search[field] : undefined]),
  );

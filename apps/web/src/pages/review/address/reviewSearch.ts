/** Everything that a link to a review shows to a colleague. */
export interface ReviewSearch {
  /** Slot of the result that is looked at. */
  result?: string;
  view?: string;
  /** Comma-separated statuses that the list shows. */
  status?: string;
  /** Search text. */
  q?: string;
  /** `tree` for folders in place of statuses. */
  list?: string;
  /** Slots of the first results of the groups that are open. */
  open?: string;
  /** Folders that are closed. */
  closed?: string;
  /** The results that are marked. */
  selected?: string;
  /** The changed region that was stepped to, from 1. */
  region?: string;
  /** `on` or `off` where it is not as the view has it. */
  overlay?: string;
  /** Percent of the current image in the onion view, and where the divider of the swipe is. */
  mix?: string;
}

const fields = [
  'result',
  'view',
  'status',
  'q',
  'list',
  'open',
  'closed',
  'selected',
  'region',
  'overlay',
  'mix',
] as const satisfies (keyof ReviewSearch)[];

/** Leaves out what is no field of it, and what is no text. */
export const readReviewSearch = (search: Record<string, unknown>): ReviewSearch =>
  Object.fromEntries(
    fields.map((field) => [field, typeof search[field] === 'string' ? search[field] : undefined]),
  );

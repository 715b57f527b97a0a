import type { ReviewItem } from '../../client/presentReview.js';
import { isReviewable } from './filterResults.js';
import { slotKey } from './slotKey.js';

/** A row of the list: one result, or several that changed in the same way. */
export interface ListRow {
  /** What the row shows: of a closed group the chosen result, else the first one that is pending. */
  result: ReviewItem;
  /** All that changed in this way, itself included. */
  alike: readonly ReviewItem[];
  /** Of a group that is open: its rows follow each other. */
  place: 'single' | 'closed' | 'first' | 'member';
}

/** Identical changes are one row until their group is opened. */
export function listRows(
  results: readonly ReviewItem[],
  openGroups: ReadonlySet<string>,
  chosen: string | undefined,
): ListRow[] {
  const groups = new Map<string, ReviewItem[]>();
  for (const result of results) {
    if (result.fingerprint === null) continue;
    const members = groups.get(result.fingerprint);
    if (members) members.push(result);
    else groups.set(result.fingerprint, [result]);
  }
  return results.flatMap((result): ListRow[] => {
    const alike = groups.get(result.fingerprint ?? '') ?? [result];
    if (alike.length === 1) return [{ result, alike, place: 'single' }];
    if (alike[0] !== result) return [];
    if (!openGroups.has(result.fingerprint ?? '')) {
      return [{ result: faceOf(alike, chosen) ?? result, alike, place: 'closed' }];
    }
    return alike.map((member, index) => ({ result: member, alike, place: index === 0 ? 'first' : 'member' }));
  });
}

const faceOf = (alike: readonly ReviewItem[], chosen: string | undefined) =>
  alike.find((member) => slotKey(member) === chosen) ??
  alike.find((member) => isReviewable(member) && member.approvalStatus === 'pending');

/** "3 of 5 decided", in the words of a row. */
export const decidedOf = (alike: readonly ReviewItem[]): number =>
  alike.filter(({ approvalStatus }) => approvalStatus !== 'pending').length;

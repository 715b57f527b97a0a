import type { ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { isPending } from '../decisions/applyDecision.js';

/** A result in the list, or several that changed in the same way. */
export interface ResultLine {
  kind: 'result';
  /** What the row shows: of a closed group the chosen result, else the first one that is pending. */
  result: ReviewItem;
  /** All that changed in this way, itself included. */
  alike: readonly ReviewItem[];
  /** Of a group that is open: its rows follow each other. */
  place: 'single' | 'closed' | 'first' | 'member';
  /** How many folders it is in. */
  depth: number;
  /** In a tree: its place in its folder, from 1, and how much is in that. */
  among?: { position: number; size: number };
}

/** A part of the path that several results share. */
export interface FolderLine {
  kind: 'folder';
  /** Names it among all folders. */
  folder: string;
  title: string;
  depth: number;
  isOpen: boolean;
  count: number;
  pending: number;
  among: { position: number; size: number };
}

export type ListRow = ResultLine | FolderLine;

/** The results that changed in the same way, by their fingerprint. */
export function groupsOf(results: readonly ReviewItem[]): Map<string, ReviewItem[]> {
  const groups = new Map<string, ReviewItem[]>();
  for (const result of results) {
    if (result.fingerprint === null) continue;
    const members = groups.get(result.fingerprint);
    if (members) members.push(result);
    else groups.set(result.fingerprint, [result]);
  }
  return groups;
}

/** Identical changes are one row until their group is opened; a group is named by the slot of its first result. */
export function listRows(results: readonly ReviewItem[], openGroups: ReadonlySet<string>): ResultLine[] {
  const groups = groupsOf(results);
  const rows: ResultLine[] = [];
  const add = (result: ReviewItem, alike: readonly ReviewItem[], place: ResultLine['place']) =>
    rows.push({ kind: 'result', result, alike, place, depth: 0 });
  for (const result of results) {
    const alike = groups.get(result.fingerprint ?? '') ?? [result];
    if (alike.length === 1) add(result, alike, 'single');
    else if (alike[0] !== result) continue;
    else if (openGroups.has(slotKey(result))) {
      for (const member of alike) add(member, alike, member === result ? 'first' : 'member');
    } else add(alike.find(isPending) ?? result, alike, 'closed');
  }
  return rows;
}

/** Where results are in the list: those of a closed group all in its row. */
export function placesOf(rows: readonly ListRow[]): Map<ReviewItem, number> {
  const places = new Map<ReviewItem, number>();
  rows.forEach((row, index) => {
    if (row.kind === 'folder') return;
    if (row.place === 'closed') for (const member of row.alike) places.set(member, index);
    else places.set(row.result, index);
  });
  return places;
}

/** A closed group shows the result that is chosen. */
export function showChosen(
  rows: readonly ListRow[],
  index: number,
  chosen: ReviewItem | undefined,
): readonly ListRow[] {
  const row = rows[index];
  if (!chosen || row?.kind !== 'result' || row.result === chosen) return rows;
  return rows.with(index, { ...row, result: chosen });
}

/** "3 of 5 decided", in the words of a row. */
export const decidedOf = (alike: readonly ReviewItem[]): number =>
  alike.filter(({ approvalStatus }) => approvalStatus !== 'pending').length;

import type { ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { isPending } from '../decisions/applyDecision.js';
import { cardsOf } from './cardsOf.js';

/** A result in the list, or the card that it is on. */
export interface ResultLine {
  kind: 'result';
  /** What the row shows: of a closed card the chosen result, else the first one that is pending. */
  result: ReviewItem;
  /** All on its card, itself included. */
  card: readonly ReviewItem[];
  /** Of a card that is open: its rows follow each other. */
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

/** A card is one row until it is opened; it is named by the slot of its first result. */
export function listRows(results: readonly ReviewItem[], open: ReadonlySet<string>): ResultLine[] {
  const cards = cardsOf(results);
  const rows: ResultLine[] = [];
  const add = (result: ReviewItem, card: readonly ReviewItem[], place: ResultLine['place']) =>
    rows.push({ kind: 'result', result, card, place, depth: 0 });
  cards.forEach((card, place) => {
    const head = card[0];
    // A card is where its first result is.
    if (!head || head !== results[place]) return;
    if (card.length === 1) add(head, card, 'single');
    else if (open.has(slotKey(head))) {
      for (const member of card) add(member, card, member === head ? 'first' : 'member');
    } else add(card.find(isPending) ?? head, card, 'closed');
  });
  return rows;
}

/** Index of the row that a result is in: for those of a closed card, that of the card; -1 where the list does not have it. */
export const rowOf = (rows: readonly ListRow[], result: ReviewItem): number =>
  rows.findIndex(
    (row) =>
      row.kind === 'result' &&
      (row.result === result || (row.place === 'closed' && row.card.includes(result))),
  );

/** A closed card shows the result that is chosen. */
export function showChosen(
  rows: readonly ListRow[],
  index: number,
  chosen: ReviewItem | undefined,
): readonly ListRow[] {
  const row = rows[index];
  if (!chosen || row?.kind !== 'result' || row.result === chosen) return rows;
  return rows.with(index, { ...row, result: chosen });
}

/** How many on a card are decided. */
export const decidedOf = (card: readonly ReviewItem[]): number =>
  card.filter(({ approvalStatus }) => approvalStatus !== 'pending').length;

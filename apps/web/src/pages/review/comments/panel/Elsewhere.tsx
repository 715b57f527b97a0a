import type { ReviewItem } from '../../../../client/presentReview.js';
import { displayName } from '../../../../words/displayName.js';
import { slotKey } from '../../../../words/slotKey.js';
import { variantWords } from '../../../../words/variantWords.js';

interface Props {
  /** Unresolved threads by slot. */
  open: ReadonlyMap<string, number>;
  /** The snapshot that is looked at. */
  slot: string;
  results: readonly ReviewItem[];
  onChoose: (result: ReviewItem) => void;
}

/** Snapshots that are listed; more are found in the list, which marks them. */
const most = 20;

/** Ways to the other snapshots of the diff with unresolved threads. */
export function Elsewhere({ open, slot, results, onChoose }: Props) {
  const others = results.filter((result) => open.has(slotKey(result)) && slotKey(result) !== slot);
  if (others.length === 0) return null;
  return (
    <section className="border-line border-t pt-3">
      <h3 className="mb-1 px-1 font-medium text-muted text-xs">Unresolved on other snapshots</h3>
      <ul>
        {others.slice(0, most).map((result) => (
          <li key={slotKey(result)}>
            <button
              type="button"
              onClick={() => onChoose(result)}
              className="flex w-full items-baseline gap-2 rounded-md px-1 py-1 text-left text-sm hover:bg-sunken"
            >
              <bdi className="min-w-0 truncate">{displayName(result).title}</bdi>
              <span className="truncate text-muted text-xs">{variantWords(result)}</span>
              <span className="ml-auto text-muted text-xs tabular-nums">{open.get(slotKey(result))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

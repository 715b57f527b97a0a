import type { DetailedCause, DiffCauses } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import type { ReviewDiff, ReviewItem } from '../../../../client/presentReview.js';
import { countText } from '../../../../words/countText.js';
import { slotKey } from '../../../../words/slotKey.js';
import type { ReviewControls } from '../../actions/actions.js';
import { isPending } from '../../decisions/applyDecision.js';
import type { ReviewList } from '../../model/reviewList.js';
import { useStoredFlag } from '../../page/useStoredFlag.js';
import { CauseLine } from './CauseLine.js';
import { diffCausesQuery, resultCausesQuery } from './causesQueries.js';
import { unexplainedWords } from './unexplainedWords.js';

interface Props {
  /** `org/project`. */
  project: string;
  diff: ReviewDiff;
  result: ReviewItem;
  resultAt: ReviewList['resultAt'];
  review: ReviewControls;
  /** Marks the elements of a cause in both images; null marks none. */
  onPoint: (cause: DetailedCause | null) => void;
}

const linkLook = 'rounded text-muted underline underline-offset-2 hover:text-accent';

/** Why the result changed, where its page was recorded. */
export function Why({ project, diff, result, resultAt, review, onPoint }: Props) {
  const { data: why } = useQuery(resultCausesQuery(project, diff.id, result));
  const [isOpen, setOpen] = useStoredFlag('svc.why', false);
  const { data: inDiff } = useQuery({
    ...diffCausesQuery(project, diff.id),
    enabled: Boolean(why && why.causes.length > 0),
  });
  if (!why) return null;
  const rest = unexplainedWords(why, result.regionCount, result.unstable);
  const shown = isOpen ? why.causes : why.causes.slice(0, 1);
  const more = why.total - 1;
  if (shown.length === 0 && !rest) return null;
  return (
    <div data-testid="why" className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm">
      <h3 className="font-medium">Why</h3>
      <ul className={`min-w-0 flex-1 basis-64 ${isOpen ? 'max-h-[30dvh] overflow-y-auto' : ''}`}>
        {shown.map((cause) => (
          <li key={cause.signature} className="flex flex-wrap items-baseline gap-x-2">
            <button
              type="button"
              onPointerEnter={() => onPoint(cause)}
              onPointerLeave={() => onPoint(null)}
              onFocus={() => onPoint(cause)}
              onBlur={() => onPoint(null)}
              onClick={() => cause.regions[0] !== undefined && review.chooseRegion(cause.regions[0])}
              className="min-w-0 rounded text-left hover:text-accent [overflow-wrap:anywhere]"
            >
              <CauseLine text={cause.text} />
            </button>
            <SelectExplained keys={explainedBy(cause, result, inDiff, resultAt)} review={review} />
          </li>
        ))}
        {rest && (isOpen || shown.length === 0) && (
          <li>
            <button
              type="button"
              onClick={() => review.chooseRegion(why.unexplained[0]?.region ?? 0)}
              className="rounded text-left text-muted hover:text-accent"
            >
              {rest}
            </button>
          </li>
        )}
        {isOpen && why.total > why.causes.length && (
          <li className="text-muted">And {why.total - why.causes.length} more.</li>
        )}
        {isOpen && why.isPartial && (
          <li className="text-muted">
            The page is too large to be recorded completely: there may be other causes.
          </li>
        )}
      </ul>
      {(more > 0 || (rest && shown.length > 0)) && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={linkLook}>
          {isOpen ? 'Less' : more > 0 ? `${more} more` : 'Not everything is explained'}
        </button>
      )}
    </div>
  );
}

/** Selects all that one cause explains completely, to decide them together. */
function SelectExplained({ keys, review }: { keys: readonly string[]; review: ReviewControls }) {
  if (keys.length < 2) return null;
  return (
    <button type="button" onClick={() => review.selectOnly(keys)} className={linkLook}>
      Select all {countText(keys.length)} that this explains
    </button>
  );
}

/** Keys of the pending results whose every region that cause explains, the shown one among them; else none. */
function explainedBy(
  { signature, isWhole }: DetailedCause,
  shown: ReviewItem,
  inDiff: DiffCauses | undefined,
  resultAt: ReviewList['resultAt'],
): string[] {
  const group = inDiff?.groups.find((one) => one.signature === signature);
  if (!inDiff || !group || !isWhole || !isPending(shown)) return [];
  return group.explains.flatMap((place) => {
    const slot = inDiff.slots[place];
    const key = slot && slotKey(slot);
    const result = key === undefined ? undefined : resultAt(key);
    return key !== undefined && result && isPending(result) ? [key] : [];
  });
}

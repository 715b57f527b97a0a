import type { ReviewItem } from '../../../client/presentReview.js';
import { Icon } from '../../../ui/Icon.js';
import { statusLook } from '../../../ui/StatusBadge.js';
import { displayName } from '../../../words/displayName.js';
import { slotKey } from '../../../words/slotKey.js';
import { variantWords } from '../../../words/variantWords.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ActionName, ReviewControls } from '../actions/actions.js';
import { Thumbnail } from '../list/Thumbnail.js';

interface Props {
  label: string;
  /** The result that is looked at. */
  shown: ReviewItem;
  /** What one decision is about; nothing is shown of fewer than two. */
  set: readonly ReviewItem[];
  /** To approve and to reject it. */
  actions: readonly [ActionName, ActionName];
  review: ReviewControls;
  /** Whether nothing can be decided now. */
  isFixed: boolean;
}

/** Pictures that are shown; the rest is counted. */
const most = 24;

const always = () => false;

/** Several results that one key decides, all of them in sight. */
export function SetStrip({ label, shown, set, actions: [approve, reject], review, isFixed }: Props) {
  if (set.length < 2) return null;
  const left = (status: ReviewItem['approvalStatus']) =>
    set.filter(({ approvalStatus }) => approvalStatus !== status).length;
  return (
    <section aria-label={label} data-testid="set" className="mt-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-medium">{label}</h3>
        {left('approved') > 0 && (
          <ActionButton action={approve} review={review} icon="check" disabled={isFixed}>
            Approve {left('approved')}
          </ActionButton>
        )}
        {left('rejected') > 0 && (
          <ActionButton action={reject} review={review} look="danger" icon="cross" disabled={isFixed}>
            Reject {left('rejected')}
          </ActionButton>
        )}
      </div>
      <ul className="mt-1.5 flex gap-1.5 overflow-x-auto p-0.5">
        {set.slice(0, most).map((one) => {
          const words = variantWords(one) || displayName(one).title;
          return (
            <li key={slotKey(one)} className="shrink-0">
              <button
                type="button"
                title={`${one.name} ${variantWords(one)}`}
                aria-current={one === shown}
                onClick={() => review.chooseResult(one)}
                className="relative block w-20 rounded-lg border border-line p-0.5 text-left hover:border-accent aria-[current=true]:border-accent aria-[current=true]:ring-1 aria-[current=true]:ring-accent"
              >
                <span className="flex h-9 overflow-hidden rounded-md bg-sunken">
                  <Thumbnail
                    url={one.thumbnailUrl ?? (one.currentImageUrl || (one.baselineImageUrl ?? ''))}
                    isWhole={!one.thumbnailUrl}
                    isScrolling={always}
                  />
                </span>
                <bdi className="block truncate px-0.5 text-muted text-xs tabular-nums">{words}</bdi>
                <Decision status={one.approvalStatus} />
              </button>
            </li>
          );
        })}
        {set.length > most && (
          <li className="shrink-0 self-center text-muted tabular-nums">
            and {set.length - most} more in the list
          </li>
        )}
      </ul>
    </section>
  );
}

/** What was decided, in the corner of a picture; nothing where that is still to do. */
function Decision({ status }: { status: ReviewItem['approvalStatus'] }) {
  const { icon, word, colors } = statusLook(status);
  if (status === 'pending') return null;
  return (
    <span className={`absolute top-1 right-1 grid size-4 place-items-center rounded ${colors}`}>
      <Icon name={icon} size={11} />
      <span className="sr-only">{word}</span>
    </span>
  );
}

import type { ComponentProps } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { Icon } from '../../../ui/Icon.js';
import { statusLook } from '../../../ui/StatusBadge.js';
import { countText } from '../../../words/countText.js';
import { partsOf } from '../../../words/displayName.js';
import { slotKey } from '../../../words/slotKey.js';
import { variantWords } from '../../../words/variantWords.js';
import { ActionButton } from '../actions/ActionButton.js';
import { type ActionName, actions, type ReviewControls } from '../actions/actions.js';
import { isSettled, type Verdict } from '../decisions/applyDecision.js';
import { ResultThumbnail } from '../list/Thumbnail.js';
import { mostInSight, type SetName } from '../model/setOf.js';

interface Props {
  label: string;
  /** The result that is looked at. */
  shown: ReviewItem;
  name: SetName;
  /** What one decision is about; nothing is shown of fewer than two. */
  set: readonly ReviewItem[];
  /** To approve and to reject it. */
  keys: readonly [ActionName, ActionName];
  review: ReviewControls;
  /** Whether nothing can be decided now. */
  isFixed: boolean;
}

/** Several results that one key decides, all of them in sight. */
export function SetStrip({ label, shown, name, set, keys: [approve, reject], review, isFixed }: Props) {
  if (set.length < 2) return null;
  const left = (to: Verdict) => set.filter((one) => !isSettled(one, to)).length;
  return (
    <section aria-label={label} data-testid="set" className="min-w-0 max-w-full">
      <h3 className="text-muted text-xs">{label}</h3>
      <div className="mt-0.5 flex items-center gap-2">
        <ul className="flex min-w-0 flex-wrap gap-1.5 p-0.5 max-md:max-h-16 max-md:overflow-y-auto">
          {set.slice(0, mostInSight).map((one) => {
            const words = variantWords(one) || shortName(one);
            return (
              <li key={slotKey(one)} data-slot={slotKey(one)} className="shrink-0">
                <button
                  type="button"
                  title={`${one.name} ${variantWords(one)}`}
                  aria-current={one === shown}
                  onClick={() => review.chooseResult(one)}
                  className="relative block w-20 rounded-lg border border-line p-0.5 text-left hover:border-accent aria-[current=true]:border-accent aria-[current=true]:ring-1 aria-[current=true]:ring-accent"
                >
                  <span className="flex h-9 overflow-hidden rounded-md bg-sunken">
                    <ResultThumbnail result={one} />
                  </span>
                  <bdi className="block truncate px-0.5 text-muted text-xs tabular-nums">{words}</bdi>
                  <Decision status={one.approvalStatus} />
                </button>
              </li>
            );
          })}
        </ul>
        {set.length > mostInSight && (
          <Button className="shrink-0" onClick={() => review.showSet(name)}>
            See all {countText(set.length)}
          </Button>
        )}
        <SetButton action={approve} review={review} icon="check" isFixed={isFixed} count={left('approved')} />
        <SetButton
          action={reject}
          review={review}
          icon="cross"
          look="danger"
          isFixed={isFixed}
          count={left('rejected')}
        />
      </div>
    </section>
  );
}

/** Decides the whole set; nothing where all of it is decided so. On a phone the word is for those only who do not see. */
function SetButton({
  isFixed,
  count,
  ...rest
}: Pick<Props, 'review' | 'isFixed'> &
  Pick<ComponentProps<typeof ActionButton>, 'action' | 'icon' | 'look'> & { count: number }) {
  if (count === 0) return null;
  return (
    <ActionButton {...rest} disabled={isFixed} className="shrink-0 max-sm:px-2">
      <span>
        <span className="max-sm:sr-only">{actions[rest.action].label.split(' ')[0]} </span>
        {count}
      </span>
    </ActionButton>
  );
}

/** The last two parts of a name: the last alone is often the same. */
const shortName = (result: ReviewItem): string => partsOf(result).slice(-2).join(' / ');

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

import type { IconName } from '../../ui/Icon.js';
import type { View } from '../../viewer/views.js';
import { ActionButton } from './ActionButton.js';
import type { ActionName, ReviewControls } from './actions.js';

interface Props {
  view: View;
  overlay: boolean;
  hasMask: boolean;
  review: ReviewControls;
}

interface Choice {
  action: ActionName;
  icon: IconName;
  word: string;
  views: readonly View[];
}

const choices: readonly Choice[] = [
  { action: 'side', icon: 'sideBySide', word: 'Side by side', views: ['side'] },
  { action: 'oneUp', icon: 'oneUp', word: 'One-up', views: ['current', 'baseline'] },
  { action: 'difference', icon: 'difference', word: 'Difference', views: ['difference'] },
];

export function ViewBar({ view, overlay, hasMask, review }: Props) {
  return (
    <div className="flex min-w-0 items-center gap-2 [grid-area:tools]">
      <fieldset className="flex rounded-xl border border-line bg-sunken p-0.5">
        <legend className="sr-only">View</legend>
        {choices.map(({ action, icon, word, views }) => {
          const pressed = views.includes(view);
          return (
            <ActionButton
              key={action}
              action={action}
              review={review}
              icon={icon}
              look="quiet"
              aria-pressed={pressed}
              aria-label={word}
              className={`h-8 max-sm:px-3 ${pressed ? 'bg-surface! text-ink! shadow-sm' : ''}`}
            >
              <span className="max-sm:hidden">{word}</span>
            </ActionButton>
          );
        })}
      </fieldset>
      <ActionButton
        action="overlay"
        review={review}
        icon="overlay"
        look="quiet"
        aria-pressed={overlay}
        disabled={!hasMask}
        aria-label="Overlay"
        className={overlay && hasMask ? 'bg-accent-soft! text-accent!' : ''}
      >
        <span className="max-lg:hidden">Overlay</span>
      </ActionButton>
      <span className="ml-auto flex">
        <ActionButton
          action="previous"
          review={review}
          icon="down"
          look="quiet"
          className="[&>svg]:rotate-180"
        />
        <ActionButton action="next" review={review} icon="down" look="quiet" />
        <ActionButton
          action="nextPending"
          review={review}
          look="quiet"
          data-tip-align="end"
          className="max-lg:hidden"
        >
          Next pending
        </ActionButton>
      </span>
    </div>
  );
}

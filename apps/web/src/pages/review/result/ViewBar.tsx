import type { IconName } from '../../../ui/Icon.js';
import type { View } from '../../../viewer/views.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ActionName, ReviewControls } from '../actions/actions.js';

interface Props {
  view: View;
  overlay: boolean;
  hasMask: boolean;
  /** Of the overlay, `#rrggbb`. */
  color: string;
  onColor: (color: string) => void;
  /** Of the overlay, 0 to 1. */
  opacity: number;
  onOpacity: (opacity: number) => void;
  /** Of the current image in the onion view, 0 to 1. */
  mix: number;
  /** Index of the region that was stepped to; -1 for none. */
  region: number;
  regionCount: number;
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
  { action: 'swipe', icon: 'swipe', word: 'Swipe', views: ['swipe'] },
  { action: 'onion', icon: 'onion', word: 'Onion', views: ['onion'] },
  { action: 'difference', icon: 'difference', word: 'Difference', views: ['difference'] },
];

export function ViewBar(props: Props) {
  const { view, overlay, hasMask, color, opacity, mix, region, regionCount, review } = props;
  const hasSliders = (overlay && hasMask) || view === 'onion';
  // Words go first where the bar is narrow: its icons have names too.
  const words = hasSliders ? '@max-[82rem]:hidden' : '@max-6xl:hidden';
  return (
    <div className="@container">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
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
                className={`h-8 @max-6xl:px-3 ${pressed ? 'bg-surface! text-ink! shadow-sm' : ''}`}
              >
                <span className={words}>{word}</span>
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
          <span className={words}>Overlay</span>
        </ActionButton>
        {overlay && hasMask && (
          <span className="flex items-center gap-2 max-md:order-last">
            <input
              type="color"
              aria-label="Color of the overlay"
              value={color}
              onChange={(event) => props.onColor(event.target.value)}
              className="size-7 cursor-pointer rounded-md border border-line bg-surface p-0.5"
            />
            <Slider label="Opacity of the overlay" value={opacity} onChange={props.onOpacity} />
          </span>
        )}
        {view === 'onion' && (
          <Slider label="Opacity of the current image" value={mix} onChange={(share) => review.mix(share)} />
        )}
        {regionCount > 0 && (
          <span className="flex items-center max-md:order-last md:ml-auto">
            <ActionButton action="previousRegion" review={review} icon="back" look="quiet" />
            <span data-testid="region-count" className="whitespace-nowrap text-muted text-sm tabular-nums">
              {region >= 0 && `${region + 1} of `}
              {regionCount}{' '}
              <span className={hasSliders ? 'md:@max-3xl:sr-only' : ''}>
                {regionCount === 1 ? 'region' : 'regions'}
              </span>
            </span>
            <ActionButton action="nextRegion" review={review} icon="next" look="quiet" />
          </span>
        )}
        <span
          className={`flex items-center ${regionCount > 0 ? 'border-line md:border-l md:pl-2 max-md:ml-auto' : 'ml-auto'}`}
        >
          <ActionButton
            action="previous"
            review={review}
            icon="down"
            look="quiet"
            className="[&>svg]:rotate-180"
          />
          <ActionButton action="next" review={review} icon="down" look="quiet" data-tip-align="end" />
          <ActionButton
            action="nextPending"
            review={review}
            look="quiet"
            data-tip-align="end"
            className="@max-6xl:hidden"
          >
            Next pending
          </ActionButton>
        </span>
      </div>
    </div>
  );
}

interface SliderProps {
  label: string;
  /** 0 to 1. */
  value: number;
  onChange: (value: number) => void;
}

const Slider = ({ label, value, onChange }: SliderProps) => (
  <input
    type="range"
    aria-label={label}
    min={0}
    max={1}
    step={0.05}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
    className="w-24 accent-accent @max-4xl:w-16"
  />
);

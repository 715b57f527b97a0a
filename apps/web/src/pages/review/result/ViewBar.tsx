import type { IconName } from '../../../ui/Icon.js';
import type { View } from '../../../viewer/views.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ActionName, ReviewControls } from '../actions/actions.js';
import type { Look } from '../model/lookOf.js';

interface Props {
  look: Look;
  hasMask: boolean;
  /** Whether rows came or went, so that there is something to align. */
  hasRows: boolean;
  /** Of the overlay: `#rrggbb`, and 0 to 1. */
  tint: { color: string; opacity: number };
  onColor: (color: string) => void;
  onOpacity: (opacity: number) => void;
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
  { action: 'blink', icon: 'blink', word: 'Blink', views: ['blink'] },
  { action: 'difference', icon: 'difference', word: 'Difference', views: ['difference'] },
];

export function ViewBar(props: Props) {
  const { look, hasMask, hasRows, tint, region, regionCount, review } = props;
  const isTinted = look.overlay && hasMask;
  const hasSliders = isTinted || look.view === 'onion';
  // Words go first where the bar is narrow: its icons have names too.
  const words = hasSliders ? '@max-[82rem]:hidden' : '@max-6xl:hidden';
  return (
    <div className="@container">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <ViewChoice view={look.view} review={review} words={words} />
        <ActionButton
          action="overlay"
          review={review}
          icon="overlay"
          look="quiet"
          aria-pressed={look.overlay}
          disabled={!hasMask}
          aria-label="Overlay"
          className={isTinted ? 'bg-accent-soft! text-accent!' : ''}
        >
          <span className={words}>Overlay</span>
        </ActionButton>
        {hasRows && (
          <ActionButton
            action="level"
            review={review}
            icon="level"
            look="quiet"
            aria-pressed={look.isLevel}
            aria-label="Align rows"
            className={look.isLevel ? 'bg-accent-soft! text-accent!' : ''}
          >
            <span className={words}>Align rows</span>
          </ActionButton>
        )}
        {isTinted && (
          <span className="flex items-center gap-2 max-md:order-last">
            <input
              type="color"
              aria-label="Color of the overlay"
              value={tint.color}
              onChange={(event) => props.onColor(event.target.value)}
              className="size-7 cursor-pointer rounded-md border border-line bg-surface p-0.5"
            />
            <Slider label="Opacity of the overlay" value={tint.opacity} onChange={props.onOpacity} />
          </span>
        )}
        {look.view === 'onion' && (
          <Slider
            label="Opacity of the current image"
            value={look.mix}
            onChange={(share) => review.mix(share)}
          />
        )}
        {regionCount > 0 && (
          <RegionSteps region={region} count={regionCount} isTight={hasSliders} review={review} />
        )}
        <ResultSteps isAlone={regionCount === 0} review={review} />
      </div>
    </div>
  );
}

interface ViewChoiceProps {
  view: View;
  review: ReviewControls;
  /** Class of the words beside the icons. */
  words: string;
}

const ViewChoice = ({ view, review, words }: ViewChoiceProps) => (
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
);

interface RegionStepsProps {
  /** Index of the region that was stepped to; -1 for none. */
  region: number;
  count: number;
  /** Whether sliders take room beside it. */
  isTight: boolean;
  review: ReviewControls;
}

const RegionSteps = ({ region, count, isTight, review }: RegionStepsProps) => (
  <span className="flex items-center max-md:order-last md:ml-auto">
    <ActionButton action="previousRegion" review={review} icon="back" look="quiet" />
    <span data-testid="region-count" className="whitespace-nowrap text-muted text-sm tabular-nums">
      {region >= 0 && `${region + 1} of `}
      {count}{' '}
      <span className={isTight ? 'md:@max-3xl:sr-only' : ''}>{count === 1 ? 'region' : 'regions'}</span>
    </span>
    <ActionButton action="nextRegion" review={review} icon="next" look="quiet" />
  </span>
);

const ResultSteps = ({ isAlone, review }: { isAlone: boolean; review: ReviewControls }) => (
  <span
    className={`flex items-center ${isAlone ? 'ml-auto' : 'border-line md:border-l md:pl-2 max-md:ml-auto'}`}
  >
    <ActionButton action="previous" review={review} icon="down" look="quiet" className="[&>svg]:rotate-180" />
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
);

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

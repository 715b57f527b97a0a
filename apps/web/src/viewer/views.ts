/** The ways to look at a result. `current` and `baseline` are the two faces of one-up. */
export const views = ['side', 'current', 'baseline', 'swipe', 'onion', 'blink', 'difference'] as const;
export type View = (typeof views)[number];

export const viewOf = (text: string | undefined): View => views.find((view) => view === text) ?? 'side';

/** Both images on one stage, to be compared by eye. */
export const isOverlaid = (view: View): boolean => view === 'swipe' || view === 'onion' || view === 'blink';

/** What shows through transparent pixels. */
export const backgrounds = ['checks', 'white', 'black'] as const;
export type Background = (typeof backgrounds)[number];

export const backgroundOf = (text: string): Background =>
  backgrounds.find((background) => background === text) ?? 'checks';

/** The ways to look at a result. `current` and `baseline` are the two faces of one-up. */
export const views = ['side', 'current', 'baseline', 'swipe', 'onion', 'difference'] as const;
export type View = (typeof views)[number];

export const viewOf = (text: string | undefined): View => views.find((view) => view === text) ?? 'side';

import type { Draft } from './Draft.js';

const tiers: Readonly<Record<Draft['kind'], number>> = {
  customProperty: 0,
  font: 1,
  inserted: 2,
  removed: 2,
  moved: 2,
  style: 3,
  text: 3,
  image: 3,
  attribute: 4,
  position: 5,
};

/** From which other values and boxes of the element follow; they come before what may follow from them. */
const leading = ['display', 'position', 'flex-direction', 'float', 'font-family', 'font-size', 'font-weight'];

const tierOf = ({ kind, isHidden }: Draft): number => (isHidden ? 6 : tiers[kind]);
const weightOf = ({ places, changes, shifted }: Draft): number =>
  places.length + shifted.length + changes.reduce((sum, { followers }) => sum + followers.length, 0);
const leadOf = ({ property }: Draft): number => {
  const place = leading.indexOf(property ?? '');
  return place < 0 ? leading.length : place;
};
const placeOf = ({ places: [first] }: Draft): number => (first?.after ?? first?.before)?.place ?? 0;

/** The likeliest first: what explains many others, then what explains most. */
export const rankDrafts = (drafts: readonly Draft[]): Draft[] =>
  [...drafts].sort(
    (a, b) =>
      tierOf(a) - tierOf(b) ||
      (placeOf(a) === placeOf(b) ? leadOf(a) - leadOf(b) : 0) ||
      weightOf(b) - weightOf(a) ||
      placeOf(a) - placeOf(b) ||
      (a.property ?? '').localeCompare(b.property ?? '', 'en') ||
      (a.to ?? '').localeCompare(b.to ?? '', 'en'),
  );

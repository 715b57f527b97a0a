import type { LayoutRecord } from '../record/LayoutRecord.js';

/** Which fonts text was drawn with before and is not now, and the reverse; null where that is the same or unknown. */
export function findFontChange(
  before: LayoutRecord,
  after: LayoutRecord,
): { from: string | null; to: string | null } | null {
  if (before.fonts.length === 0 || after.fonts.length === 0) return null;
  const namesOf = ({ fonts, strings }: LayoutRecord) => fonts.map((place) => strings[place] ?? '');
  const [old, now] = [namesOf(before), namesOf(after)];
  const listed = (names: string[]) => (names.length === 0 ? null : names.sort().join(', '));
  const from = listed(old.filter((name) => !now.includes(name)));
  const to = listed(now.filter((name) => !old.includes(name)));
  return from === null && to === null ? null : { from, to };
}

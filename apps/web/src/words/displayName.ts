import type { ReviewItem } from '../client/presentReview.js';

/** The path of the story, its own name last; without one, the name taken apart at its slashes. */
export const partsOf = ({ name, path }: Pick<ReviewItem, 'name' | 'path'>): readonly string[] =>
  path && path.length > 0 ? path : name.split('/').map((part) => part.trim());

/** The component that a snapshot is of: what is before its own name, `Forms/Button` of `Forms/Button/Primary`; empty for none. */
export const componentOf = (result: Pick<ReviewItem, 'name' | 'path'>): string =>
  partsOf(result).slice(0, -1).join('/');

/** Last part of the name as title, what is before it as place: `Forms/Button/Primary` → `Primary` in `Forms / Button`. */
export function displayName(result: Pick<ReviewItem, 'name' | 'path'>): { title: string; place: string } {
  const parts = partsOf(result);
  return { title: parts.at(-1) || result.name, place: parts.slice(0, -1).join(' / ') };
}

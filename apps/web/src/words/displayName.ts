import type { ReviewItem } from '../client/presentReview.js';

/** The path of the story, its own name last; without one, the name taken apart at its slashes. */
export const partsOf = ({ name, path }: Pick<ReviewItem, 'name' | 'path'>): readonly string[] =>
  path && path.length > 0 ? path : name.split('/').map(trimmed);

/** The component that a snapshot is of: what is before its own name, `Forms/Button` of `Forms/Button/Primary`; empty for none. */
export function componentOf({ name, path }: Pick<ReviewItem, 'name' | 'path'>): string {
  if (path && path.length > 0) return path.slice(0, -1).join('/');
  const before = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  return spaceAtSlash.test(before) ? before.split('/').map(trimmed).join('/') : before;
}

/** Most names have none, and need not be taken apart. */
const spaceAtSlash = /(?:^|\/)\s|\s(?:\/|$)/;
const trimmed = (part: string): string => part.trim();

/** The name with that of its component, `Button / Primary`, since many stories have the same name. */
export const briefName = (result: Pick<ReviewItem, 'name' | 'path'>): string =>
  partsOf(result).slice(-2).join(' / ') || result.name;

/** Last part of the name as title, what is before it as place: `Forms/Button/Primary` → `Primary` in `Forms / Button`. */
export function displayName(result: Pick<ReviewItem, 'name' | 'path'>): { title: string; place: string } {
  const parts = partsOf(result);
  return { title: parts.at(-1) || result.name, place: parts.slice(0, -1).join(' / ') };
}

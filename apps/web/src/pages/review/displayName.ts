import type { ReviewItem } from '../../client/presentReview.js';

/** Last part of the name as title, what is before it as place: `Forms/Button/Primary` → `Primary` in `Forms / Button`. */
export function displayName({ name, path }: Pick<ReviewItem, 'name' | 'path'>): {
  title: string;
  place: string;
} {
  const parts = path && path.length > 0 ? path : name.split('/').map((part) => part.trim());
  const title = parts.at(-1) || name;
  return { title, place: parts.slice(0, -1).join(' / ') };
}

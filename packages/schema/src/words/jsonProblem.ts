import { unstorable } from './storable.js';

/** Levels of lists and objects in free-form JSON. */
const deepest = 32;

/** Characters of free-form JSON, roughly as it is written. */
const longestJson = 64 * 1024;

/** What is wrong with free-form JSON, or null. */
export function jsonProblem(root: unknown): string | null {
  let size = 0;
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    size += typeof value === 'string' ? value.length + 2 : 4;
    if (typeof value === 'string' && unstorable.test(value))
      return 'must not contain NUL or half of a surrogate pair';
    if (typeof value === 'object' && value !== null) {
      if (depth > deepest) return `must not be nested more than ${deepest} levels deep`;
      for (const [key, inner] of Object.entries(value)) {
        size += key.length;
        if (unstorable.test(key)) return 'must not contain NUL or half of a surrogate pair';
        open.push({ value: inner, depth: depth + 1 });
      }
    }
    if (size > longestJson) return `must have at most ${longestJson} characters as JSON`;
  }
  return null;
}

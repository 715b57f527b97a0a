import { controlCharacter, longestName, manyMarks } from './nameLimits.js';
import { unstorable } from './storable.js';

/** Why a snapshot cannot have a name, as a predicate such as `is empty`; null where it can. */
export function nameProblem(text: string): string | null {
  if (manyMarks.test(text)) return 'has more than 30 combining marks in a row';
  const name = text.normalize();
  if (name === '') return 'is empty';
  if (name.length > longestName) return `is longer than ${longestName} characters`;
  if (controlCharacter.test(name)) return 'contains control characters, such as a line break';
  return unstorable.test(name) ? 'contains half of a surrogate pair' : null;
}

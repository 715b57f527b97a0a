import { settings } from './settings.js';

/** What tells a setting from others: people add `SVC_`, or `_FILE` as for secrets, where there is none. */
const stemOf = (name: string): string => name.replace(/^SVC_/, '').replace(/_FILE$/, '');

/** Edits with which a name counts as that of a setting. */
const mostEdits = (stem: string): number => (stem.length < 6 ? 1 : stem.length < 10 ? 2 : 3);

/** A sentence for each variable that is not a setting but nearly has the name of one, and so has no effect. */
export function misspelledSettings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(settings);
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && env[name] && !names.includes(name))
    .flatMap((name) => {
      const meant = names
        .map((one) => ({
          one,
          edits: Math.min(editsBetween(name, one), editsBetween(stemOf(name), stemOf(one))),
        }))
        .sort((one, other) => one.edits - other.edits)[0];
      if (meant === undefined || meant.edits > mostEdits(stemOf(name))) return [];
      return [`${name} is not a setting and has no effect. Did you mean ${meant.one}?`];
    });
}

/** How many letters are added, left out, replaced, or swapped with the next one. */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        column > 1 && row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  const edits = row[column];
  if (edits === undefined) throw new Error(`there is no column ${column}`);
  return edits;
}

/** A story may have any name, also one that is far too long. */
const longest = 80;

/** A name in quotes, as messages show it. */
export function shownName(name: string): string {
  const letters = [...name];
  return JSON.stringify(letters.length > longest ? `${letters.slice(0, longest).join('')}…` : name);
}

import type { Person } from './followDiff.js';

interface Props {
  people: readonly Person[];
}

/** Initials that are shown; the rest is counted. */
const most = 3;

/** Who else looks at this diff now. */
export function People({ people }: Props) {
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name).join(', ');
  return (
    <p
      data-testid="people"
      title={`Also here: ${names}`}
      className="flex items-center -space-x-1.5 text-xs max-sm:hidden"
    >
      <span className="sr-only">Also here: {names}</span>
      {people.slice(0, most).map(({ id, name }) => (
        <span
          key={id}
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full border-2 border-surface bg-accent-soft font-semibold text-ink"
        >
          {initialsOf(name)}
        </span>
      ))}
      {people.length > most && (
        <span aria-hidden="true" className="pl-2.5 text-muted tabular-nums">
          +{people.length - most}
        </span>
      )}
    </p>
  );
}

/** Of the first and the last word of a name, in its own script. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

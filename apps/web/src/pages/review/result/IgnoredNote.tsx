import type { IgnoredAreas } from '@svc/schema';
import { Icon } from '../../../ui/Icon.js';
import { percentWords } from '../../../words/percentWords.js';

/** What share of a snapshot is not compared, and what it is called. */
export function IgnoredNote({ ignored: { percentage, isLarge, regions } }: { ignored: IgnoredAreas }) {
  const names = [...new Set(regions.flatMap(({ area }) => area?.label ?? []))];
  return (
    <span data-testid="ignored" className={`tabular-nums ${isLarge ? 'text-changed' : ''}`}>
      {isLarge && <Icon name="warning" size={13} className="mr-1 inline-block align-[-2px]" />}
      {percentWords(percentage)} of the page ignored
      {names.length > 0 && `: ${names.slice(0, 3).join(', ')}`}
      {names.length > 3 && ` and ${names.length - 3} more`}
      {isLarge && '. Changes there go unseen.'}
    </span>
  );
}

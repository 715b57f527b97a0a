import type { IgnoredAreas } from '@svc/schema';
import { Icon } from '../../../ui/Icon.js';
import { percentWords } from '../../../words/percentWords.js';

/** Above it, most of a change may go unseen. */
const muchIgnored = 30;

/** What share of a snapshot is not compared, and what it is called. */
export function IgnoredNote({ ignored: { percentage, regions } }: { ignored: IgnoredAreas }) {
  const names = [...new Set(regions.flatMap(({ area }) => area?.label ?? []))];
  const isMuch = percentage > muchIgnored;
  return (
    <span data-testid="ignored" className={`tabular-nums ${isMuch ? 'text-changed' : ''}`}>
      {isMuch && <Icon name="warning" size={13} className="mr-1 inline-block align-[-2px]" />}
      {percentWords(percentage)} of the page ignored
      {names.length > 0 && `: ${names.slice(0, 3).join(', ')}`}
      {names.length > 3 && ` and ${names.length - 3} more`}
      {isMuch && '. Changes there go unseen.'}
    </span>
  );
}

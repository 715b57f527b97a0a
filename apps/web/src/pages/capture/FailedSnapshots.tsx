import type { Capture, SnapshotDetails } from '@svc/schema';
import { Icon } from '../../ui/Icon.js';
import { countOf } from '../../words/countText.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';

interface Props {
  failures: Capture['failures'];
  /** With what the pages said; asked for apart. */
  details: readonly SnapshotDetails[] | undefined;
}

/** Snapshots that could not be captured, each with its reason and what its page said on the console. */
export function FailedSnapshots({ failures, details = [] }: Props) {
  if (failures.length === 0) return null;
  const known = new Map(details.map((one) => [slotKey(one), one]));
  return (
    <section aria-labelledby="failed" className="mb-8 rounded-2xl border border-removed/30 bg-removed-soft">
      <h2 id="failed" className="flex items-center gap-2 px-5 pt-4 pb-2 font-semibold">
        <Icon name="warning" className="text-removed" />
        {countOf(failures.length, 'snapshot')} could not be captured
      </h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
        tabIndex={0}
        aria-label="Failed snapshots"
        className="max-h-96 divide-y divide-removed/15 overflow-auto px-5 pb-2 -outline-offset-2"
      >
        {failures.map((failure) => (
          <li key={slotKey(failure)} className="py-2.5 text-sm">
            <p className="break-words font-medium">
              {failure.name}
              <span className="ml-2 font-normal tabular-nums">{variantWords(failure)}</span>
            </p>
            <p className="break-words">{failure.message}</p>
            <Said details={known.get(slotKey(failure))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Said({ details }: { details: SnapshotDetails | undefined }) {
  if (!details) return null;
  const { console: lines, target } = details;
  const url = typeof target?.url === 'string' ? target.url : null;
  return (
    <>
      {url && <p className="break-all text-muted text-xs">{url}</p>}
      {lines.length > 0 && (
        <details className="mt-1.5">
          <summary className="rounded text-xs">
            {lines.length === 1 ? 'One line' : `${lines.length} lines`} on the console
          </summary>
          <pre className="mt-1.5 whitespace-pre-wrap break-words rounded-lg bg-surface p-3 font-mono text-xs leading-5">
            {lines.join('\n')}
          </pre>
        </details>
      )}
    </>
  );
}

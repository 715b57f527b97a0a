import type { SnapshotDetails } from '@svc/schema';
import { useState } from 'react';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';
import { SnapshotFacts } from './SnapshotFacts.js';
import { TimingBar } from './TimingBar.js';
import { durationWords, slowestFirst, sumOfParts, timingParts, totalOf } from './timingParts.js';

/** Rows that are shown at once. */
const step = 50;

/** Where the time of a capture went, as a whole and for each snapshot. */
export function Timings({ snapshots }: { snapshots: readonly SnapshotDetails[] }) {
  const [shown, setShown] = useState(step);
  const [open, setOpen] = useState<string>();
  const slowest = slowestFirst(snapshots);
  const [first] = slowest;
  if (!first) {
    return (
      <EmptyState icon="clock" title="No timings">
        Uploaded images have no timings. Captures by the service show where their time went.
      </EmptyState>
    );
  }
  const scale = Math.max(1, totalOf(first) ?? 1);
  return (
    <section aria-label="Timings">
      <Summary snapshots={slowest} />
      <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
        {slowest.slice(0, shown).map((snapshot) => {
          const key = slotKey(snapshot);
          const isOpen = open === key;
          return (
            <li key={key}>
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? undefined : key)}
                className="grid w-full items-center gap-x-5 gap-y-1.5 px-5 py-3 text-left transition-colors -outline-offset-2 hover:bg-canvas sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_5rem]"
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium text-sm" title={snapshot.name}>
                    {snapshot.name}
                  </span>
                  <span className="block truncate text-muted text-xs">{noteOf(snapshot)}</span>
                </span>
                <TimingBar timings={snapshot.timings ?? {}} scale={scale} />
                <span className="text-muted text-sm tabular-nums sm:text-right">
                  {durationWords(totalOf(snapshot) ?? 0)}
                </span>
              </button>
              {isOpen && <SnapshotFacts snapshot={snapshot} />}
            </li>
          );
        })}
      </ol>
      {slowest.length > shown && (
        <div className="mt-6 text-center">
          <Button onClick={() => setShown(shown + step)}>
            Show {Math.min(step, slowest.length - shown)} more of {slowest.length}
          </Button>
        </div>
      )}
    </section>
  );
}

function Summary({ snapshots }: { snapshots: readonly SnapshotDetails[] }) {
  const sums = sumOfParts(snapshots);
  const total = Object.values(sums).reduce((sum, one) => sum + one, 0);
  return (
    <div className="mb-6 rounded-2xl border border-line bg-surface p-5 shadow-card">
      <p className="mb-3 text-sm">
        <span className="font-semibold">{durationWords(total)}</span> of work for {snapshots.length}{' '}
        {snapshots.length === 1 ? 'image' : 'images'}, {durationWords(total / snapshots.length)} each. Several
        pages work at the same time.
      </p>
      <TimingBar timings={sums} scale={Math.max(total, 1)} className="h-4" />
      <ul className="mt-4 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {timingParts
          .filter(({ key }) => (sums[key] ?? 0) > 0)
          .map(({ key, word, what, color }) => (
            <li key={key} className="flex min-w-0 items-start gap-2">
              <span
                aria-hidden="true"
                className="mt-1.5 size-2.5 shrink-0 rounded-sm"
                style={{ background: color }}
              />
              <span className="min-w-0">
                {word}{' '}
                <span className="text-muted tabular-nums">
                  {Math.round(((sums[key] ?? 0) / total) * 100)} %
                </span>
                <span className="block text-muted text-xs">{what}</span>
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}

function noteOf({ unstable, incomplete, flakeCount, ...slot }: SnapshotDetails): string {
  const notes = [
    variantWords(slot),
    unstable && 'never held still',
    incomplete.length > 0 && 'incomplete',
    flakeCount > 0 &&
      `flaky: ${flakeCount} ${flakeCount === 1 ? 'capture' : 'captures'} differed without a change`,
  ];
  return notes.filter(Boolean).join(' · ');
}

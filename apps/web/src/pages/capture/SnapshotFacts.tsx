import type { SnapshotDetails } from '@svc/schema';
import { durationWords, timingParts } from './timingParts.js';

/** How one snapshot was made: each part's time, the target, what rendered it, and its metadata. */
export function SnapshotFacts({ snapshot }: { snapshot: SnapshotDetails }) {
  const {
    timings,
    target,
    metadata,
    renderer,
    carriedFrom,
    provenFrom,
    status,
    incomplete,
    console: lines,
  } = snapshot;
  // Of a failed snapshot they are what its page wrote, which its failure shows.
  const notes = status === 'captured' ? lines : [];
  const times = timingParts.flatMap(({ key, word }) => {
    const milliseconds = timings?.[key];
    return milliseconds === undefined ? [] : [[word, durationWords(milliseconds)] as const];
  });
  // Its name, viewport and metadata are said elsewhere.
  const fields = Object.entries(target ?? {}).filter(
    ([key]) => !['name', 'viewport', 'metadata'].includes(key),
  );
  return (
    <div className="grid gap-6 border-line border-t bg-canvas px-5 py-4 text-sm md:grid-cols-2">
      <Facts title="Time" facts={times} />
      <div className="min-w-0 space-y-6">
        {fields.length > 0 && <Facts title="Target" facts={fields} />}
        {metadata && Object.keys(metadata).length > 0 && (
          <Facts title="Metadata" facts={Object.entries(metadata)} />
        )}
        {notes.length > 0 && (
          <Facts title="Notes" facts={notes.map((note, index) => [`${index + 1}.`, note])} />
        )}
        {incomplete.length > 0 && (
          <Facts title="Captured without" facts={incomplete.map(({ url, reason }) => [url, reason])} />
        )}
        {renderer && <Facts title="Rendered by" facts={[['Browser', renderer]]} />}
        {provenFrom && <Facts title="Not captured" facts={[['Proven by bytes from', provenFrom]]} />}
        {carriedFrom && <Facts title="Carried" facts={[['From capture', carriedFrom]]} />}
      </div>
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, unknown])[] }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-muted">{key}</dt>
            <dd className="break-words tabular-nums">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

import type { Snapshot } from '@svc/schema';
import { useState } from 'react';
import { sameOriginUrl } from '../client/sameOriginUrl.js';
import { Button } from '../ui/Button.js';
import { Icon } from '../ui/Icon.js';

/** Pictures that are shown at once; the rest on demand, so that a huge capture stays light. */
const step = 120;

export function SnapshotGrid({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const [shown, setShown] = useState(step);
  return (
    <section aria-labelledby="snapshots">
      <h2 id="snapshots" className="mb-4 font-semibold text-lg">
        Snapshots <span className="font-normal text-muted tabular-nums">{snapshots.length}</span>
      </h2>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
        {snapshots.slice(0, shown).map((snapshot) => (
          <SnapshotCard
            key={`${snapshot.name} ${snapshot.viewport?.width}x${snapshot.viewport?.height}`}
            snapshot={snapshot}
          />
        ))}
      </ul>
      {snapshots.length > shown && (
        <div className="mt-8 text-center">
          <Button onClick={() => setShown(shown + step)}>
            Show {Math.min(step, snapshots.length - shown)} more of {snapshots.length}
          </Button>
        </div>
      )}
    </section>
  );
}

function SnapshotCard({ snapshot }: { snapshot: Snapshot }) {
  const { name, viewport, imageUrl, width, height, unstable } = snapshot;
  const url = sameOriginUrl(imageUrl);
  return (
    <li className="min-w-0">
      <a
        href={url ?? undefined}
        target="_blank"
        rel="noreferrer"
        className="group block overflow-hidden rounded-2xl border border-line bg-surface shadow-card transition-colors hover:border-accent"
      >
        <div className="flex aspect-[4/3] items-center justify-center overflow-hidden border-line border-b bg-sunken p-3">
          {url && (
            <img
              src={url}
              alt=""
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className="max-h-full w-auto max-w-full rounded object-contain shadow-sm"
            />
          )}
        </div>
        <div className="px-4 py-3">
          <p className="truncate font-medium text-sm" title={name}>
            {name}
          </p>
          <p className="text-muted text-xs tabular-nums">
            {viewport ? `${viewport.width} × ${viewport.height} viewport` : `${width} × ${height}`}
          </p>
          {unstable && (
            <p className="mt-1 flex items-center gap-1.5 text-changed text-xs">
              <Icon name="warning" size={12} />
              Never held still
            </p>
          )}
        </div>
      </a>
    </li>
  );
}

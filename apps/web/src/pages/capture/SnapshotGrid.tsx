import type { Snapshot } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sameOriginUrl } from '../../client/sameOriginUrl.js';
import { variantSearch } from '../../client/variantSearch.js';
import { Button } from '../../ui/Button.js';
import { Framed } from '../../ui/Framed.js';
import { Icon } from '../../ui/Icon.js';
import { countText } from '../../words/countText.js';
import { displayName } from '../../words/displayName.js';
import { missingWords } from '../../words/missingWords.js';
import { slotKey } from '../../words/slotKey.js';

/** Images that are shown at once; the rest on demand, so that a huge capture stays light. */
const step = 120;

interface Place {
  org: string;
  project: string;
  suite: string;
}

export function SnapshotGrid({ snapshots, place }: { snapshots: readonly Snapshot[]; place: Place }) {
  const [shown, setShown] = useState(step);
  return (
    <section aria-label="Snapshots">
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
        {snapshots.slice(0, shown).map((snapshot) => (
          <SnapshotCard key={slotKey(snapshot)} snapshot={snapshot} place={place} />
        ))}
      </ul>
      {snapshots.length > shown && (
        <div className="mt-8 text-center">
          <Button onClick={() => setShown(shown + step)}>
            Show {countText(Math.min(step, snapshots.length - shown))} more of {countText(snapshots.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

function SnapshotCard({ snapshot, place }: { snapshot: Snapshot; place: Place }) {
  const { name, path, viewport, browser, imageUrl, width, height, unstable, incomplete } = snapshot;
  const { title, place: group } = displayName({ name, path });
  return (
    <li className="min-w-0 overflow-hidden rounded-2xl border border-line bg-surface shadow-card transition-colors focus-within:border-accent hover:border-accent">
      <a
        href={sameOriginUrl(imageUrl) ?? undefined}
        target="_blank"
        rel="noreferrer"
        aria-label={`Image of ${name}`}
        className="block -outline-offset-2"
      >
        <Framed image={snapshot} alt="" className="h-44 border-line border-b p-2.5" />
      </a>
      <div className="px-4 py-3">
        <p className="truncate text-muted text-xs">{group || '\u00a0'}</p>
        <p className="truncate font-medium text-sm" title={name}>
          <Link
            to="/$org/$project/suites/$suite/snapshots/$name"
            params={{ ...place, name }}
            search={variantSearch(snapshot)}
            className="rounded hover:text-accent"
          >
            {title}
          </Link>
        </p>
        <p className="text-muted text-xs tabular-nums">
          {viewport ? `${viewport.width} × ${viewport.height} viewport` : `${width} × ${height}`}
          {browser && ` · ${browser}`}
        </p>
        {unstable && (
          <p className="mt-1 flex items-center gap-1.5 text-changed text-xs">
            <Icon name="warning" size={12} />
            Never held still
          </p>
        )}
        {incomplete.length > 0 && (
          <p
            className="mt-1 flex items-center gap-1.5 text-changed text-xs"
            title={missingWords(incomplete) ?? undefined}
          >
            <Icon name="warning" size={12} />
            Incomplete
          </p>
        )}
      </div>
    </li>
  );
}

import type { FlakySnapshot } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { variantSearch } from '../../client/variantSearch.js';
import { Framed } from '../../ui/Framed.js';
import { GitPosition } from '../../ui/GitPosition.js';
import { Icon } from '../../ui/Icon.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { displayName } from '../../words/displayName.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';
import { countsWords, kindWords, reasonWords, scoreWords } from './flakyWords.js';
import { PairDialog } from './PairDialog.js';

interface Props {
  org: string;
  project: string;
  snapshot: FlakySnapshot;
}

const link = 'rounded font-medium text-accent hover:underline';

/** One flaky snapshot: how bad it is, why, what to do, and the two images. */
export function FlakyCard({ org, project, snapshot }: Props) {
  const { suite, name, score, counts, kind, reason, detail, captureId, diffId, lastAt } = snapshot;
  const place = { org, project };
  const { title, place: folder } = displayName({ name, path: null });
  const { title: why, advice, url } = reasonWords(reason);
  return (
    <li className="grid gap-x-6 gap-y-4 rounded-2xl border border-line bg-surface p-5 shadow-card md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="text-muted text-xs [overflow-wrap:anywhere]">
              {suite}
              {folder && ` · ${folder}`}
            </p>
            <h2 className="font-semibold [overflow-wrap:anywhere]">
              <Link
                to="/$org/$project/suites/$suite/snapshots/$name"
                params={{ ...place, suite, name }}
                search={variantSearch(snapshot)}
                className="rounded hover:text-accent hover:underline"
              >
                {title}
              </Link>{' '}
              <span className="font-normal text-muted text-sm tabular-nums">{variantWords(snapshot)}</span>
            </h2>
          </div>
          <p className="shrink-0 text-right text-muted text-xs">
            Score
            <span data-testid="score" className="block font-semibold text-ink text-xl tabular-nums">
              {scoreWords(score)}
            </span>
          </p>
        </div>
        <p className="mt-1 text-muted text-sm">{countsWords(counts)}</p>
        <p className="mt-3 flex items-start gap-2 font-medium text-sm">
          <Icon name="warning" size={14} className="mt-1 text-changed" />
          <span data-testid="reason">{why}</span>
        </p>
        {detail && <p className="mt-1 font-mono text-muted text-xs [overflow-wrap:anywhere]">{detail}</p>}
        <p className="mt-1 text-sm">
          {advice}{' '}
          <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
            How
          </a>
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
          <span>
            {kindWords[kind]}, <TimeAgo at={lastAt} />
          </span>
          <GitPosition branch={snapshot.branch} commit={snapshot.commit} />
        </p>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {diffId && (
            <Link
              to="/$org/$project/diffs/$id"
              params={{ ...place, id: diffId }}
              search={{ result: slotKey(snapshot) }}
              className={link}
            >
              Open the review
            </Link>
          )}
          <Link to="/$org/$project/captures/$id" params={{ ...place, id: captureId }} className={link}>
            Capture
          </Link>
        </p>
      </div>
      <Pair snapshot={snapshot} title={title} />
    </li>
  );
}

function Pair({ snapshot: { image, other }, title }: { snapshot: FlakySnapshot; title: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!image || !other) {
    return (
      <div className="min-w-0 self-start">
        <Framed image={image} alt={title} className="h-40 rounded-xl border border-line p-1.5" />
        <p className="mt-1.5 text-muted text-xs">The other image was not kept.</p>
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="grid min-w-0 grid-cols-2 gap-3 self-start rounded-xl text-left"
      >
        <span className="sr-only">Compare the two images of {title}</span>
        {[other, image].map((one, index) => (
          <span key={one.hash} className="block min-w-0">
            <Framed
              image={one}
              alt=""
              className="h-40 rounded-xl border border-line p-1.5 transition-colors hover:border-accent"
            />
            <span className="mt-1.5 block text-muted text-xs">
              {index === 0 ? 'First image' : 'Second image'}
            </span>
          </span>
        ))}
      </button>
      {isOpen && <PairDialog title={title} first={other} second={image} onClose={() => setOpen(false)} />}
    </>
  );
}

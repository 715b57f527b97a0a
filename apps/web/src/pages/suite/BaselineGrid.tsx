import type { Baseline } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { variantSearch } from '../../client/variantSearch.js';
import { Framed } from '../../ui/Framed.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { displayName } from '../../words/displayName.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';

/** CSS pixels: of a card, and between two. */
const cardHeight = 238;
const gap = 16;
const leastWidth = 200;

interface Props {
  place: { org: string; project: string; suite: string };
  baselines: readonly Baseline[];
}

/** All baselines as images; only the rows in sight are in the document. */
export function BaselineGrid({ place, baselines }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [{ columns, top }, setLayout] = useState({ columns: 4, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { width, top: y } = element.getBoundingClientRect();
      setLayout({
        columns: Math.max(2, Math.floor((width + gap) / (leastWidth + gap))),
        top: y + window.scrollY,
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/nursery/useReactCompiler: it is alone in this component, and the compiler is off
  const rows = useWindowVirtualizer({
    count: Math.ceil(baselines.length / columns),
    estimateSize: () => cardHeight + gap,
    overscan: 3,
    scrollMargin: top,
  });
  return (
    <ul ref={list} className="relative" style={{ height: rows.getTotalSize() - gap }}>
      {rows.getVirtualItems().flatMap((row) =>
        baselines.slice(row.index * columns, (row.index + 1) * columns).map((baseline, column) => (
          <li
            key={slotKey(baseline)}
            aria-setsize={baselines.length}
            aria-posinset={row.index * columns + column + 1}
            className="absolute"
            style={{
              top: row.start - top,
              left: `calc((100% + ${gap}px) / ${columns} * ${column})`,
              width: `calc((100% + ${gap}px) / ${columns} - ${gap}px)`,
              height: cardHeight,
            }}
          >
            <Card place={place} baseline={baseline} />
          </li>
        )),
      )}
    </ul>
  );
}

function Card({ place, baseline }: { place: Props['place']; baseline: Baseline }) {
  const { name, createdAt } = baseline;
  const { title, place: group } = displayName({ name, path: null });
  return (
    <Link
      to="/$org/$project/suites/$suite/snapshots/$name"
      params={{ ...place, name }}
      search={variantSearch(baseline)}
      title={name}
      className="flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-card transition-colors hover:border-accent"
    >
      <Framed image={baseline} alt="" className="min-h-0 flex-1 border-line border-b p-2.5" />
      <span className="block px-3.5 py-2.5">
        <span className="block truncate text-muted text-xs">{group || '\u00a0'}</span>
        <span className="block truncate font-medium text-sm">{title}</span>
        <span className="flex justify-between gap-2 text-muted text-xs tabular-nums">
          <span className="truncate">{variantWords(baseline)}</span>
          <TimeAgo at={createdAt} />
        </span>
      </span>
    </Link>
  );
}

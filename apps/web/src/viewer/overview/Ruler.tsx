import type { PointerEvent } from 'react';
import type { ReviewItem } from '../../client/presentReview.js';
import type { LeveledRows } from '../alignment/levelRows.js';
import type { Box, Size } from '../transform.js';
import { PageMap } from './PageMap.js';

interface Props {
  result: ReviewItem;
  rows: LeveledRows | null;
  stage: Size;
  /** On the stage. */
  regions: readonly Box[];
  /** Index of the region that was stepped to; -1 for none. */
  region: number;
  onRegion: (index: number) => void;
  /** Brings that part of the height, 0 to 1, into the middle. */
  onScroll: (share: number) => void;
}

/**
 * Beside the images: a mark for every changed region and the part that is in sight; over a map of the page where that is
 * long. A pointer is quicker with it, keys have J and K for the same.
 */
export function Ruler({ result, rows, stage, regions, region, onRegion, onScroll }: Props) {
  const scroll = ({ currentTarget, clientY, buttons }: PointerEvent) => {
    if (buttons === 0) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    onScroll((clientY - top) / height);
  };
  return (
    <div
      data-testid="ruler"
      aria-hidden="true"
      className="ruler"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scroll(event);
      }}
      onPointerMove={scroll}
    >
      <PageMap result={result} rows={rows} stage={stage} />
      <span className="ruler-sight" />
      {regions.map(({ x, y, height }, index) => (
        <button
          key={`${x} ${y}`}
          type="button"
          tabIndex={-1}
          data-testid="ruler-mark"
          data-current={index === region}
          className="ruler-mark"
          style={{ top: `${(y / stage.height) * 100}%`, height: `${(height / stage.height) * 100}%` }}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onRegion(index)}
        />
      ))}
    </div>
  );
}

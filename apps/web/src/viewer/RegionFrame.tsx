import type { CSSProperties } from 'react';
import { type Box, speck } from './transform.js';

/** Hatched: what was not compared. */
export function IgnoredBoxes({ boxes }: { boxes: readonly Box[] }) {
  return boxes.map(({ x, y, width, height }) => (
    <span
      key={`${x} ${y} ${width} ${height}`}
      data-testid="ignored-box"
      aria-hidden="true"
      className="ignored"
      style={{ left: x, top: y, width, height }}
    />
  ));
}

/** Around elements that somebody points at elsewhere on the page. */
export function MarkedBoxes({ boxes }: { boxes: readonly Box[] }) {
  return boxes.map(({ x, y, width, height }) => (
    <span
      key={`${x} ${y} ${width} ${height}`}
      data-testid="marked"
      aria-hidden="true"
      className="marked"
      style={{ left: x, top: y, width, height }}
    />
  ));
}

/** Around the region that was stepped to, if any. */
export function RegionFrame({ region }: { region: Box | null }) {
  if (!region) return null;
  const { x, y, width, height } = region;
  return (
    <span
      data-testid="region"
      aria-hidden="true"
      className="region"
      style={{ left: x, top: y, width, height }}
    />
  );
}

/** Rings around regions that nobody would see at this scale. The style sheet takes each off once it is magnified. */
export function Specks({ regions }: { regions: readonly Box[] }) {
  return regions.map(({ x, y, width, height }) => {
    const longest = Math.max(width, height);
    if (longest >= speck) return null;
    return (
      <span
        key={`${x} ${y}`}
        data-testid="speck"
        aria-hidden="true"
        className="speck"
        style={{ left: x + width / 2, top: y + height / 2, '--longest': longest } as CSSProperties}
      />
    );
  });
}

import type { CSSProperties } from 'react';
import { type Box, speck } from './transform.js';

/** How boxes of an image are drawn: hatched where they were not compared, framed where they are pointed at. */
const looks = {
  ignored: { testId: 'ignored-box', className: 'ignored' },
  marked: { testId: 'marked', className: 'marked' },
};

interface NamedBox extends Box {
  /** The ignore area that it is of. */
  area?: { label: string } | undefined;
}

/** Boxes of an image, at their places on the stage. */
export function Boxes({ boxes, look }: { boxes: readonly NamedBox[]; look: keyof typeof looks }) {
  const { testId, className } = looks[look];
  return boxes.map(({ x, y, width, height, area }) => (
    <span
      key={`${x} ${y} ${width} ${height}`}
      data-testid={testId}
      aria-hidden="true"
      className={className}
      style={{ left: x, top: y, width, height }}
    >
      {area && <span className="ignored-name">{area.label}</span>}
    </span>
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

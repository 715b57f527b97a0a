import type { Box } from './transform.js';

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

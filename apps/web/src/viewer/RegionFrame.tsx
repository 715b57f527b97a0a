import type { Box } from './transform.js';

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

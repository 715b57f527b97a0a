import type { RowChange } from '../alignment/RowChange.js';
import type { Comparison } from '../compare.js';
import type { Region } from '../findRegions.js';

const regionsShown = 5;

/** What a comparison found, a line for each thing. */
export function describeComparison(comparison: Comparison): string {
  return `${describe(comparison).join('\n')}\n`;
}

function describe({ equal, diffPixels, diffPercentage, width, height, explanation }: Comparison): string[] {
  const pixels = `${countText(width * height)} pixels`;
  if (equal) return [`same: none of ${pixels} changed`];
  const verdict = `different: ${countText(diffPixels)} of ${pixels} changed (${percentText(diffPercentage)})`;
  if (!explanation) return [verdict];
  const { regions, rows, alignedDiffPixels } = explanation;
  if (rows.length === 0) return [verdict, ...describeRegions(regions)];
  const beside = `${alignedDiffPixels === 0 ? 'nothing' : `${countText(alignedDiffPixels)} pixels`} changed beside that`;
  return [verdict, ...rows.map(describeRows), beside];
}

function describeRegions(regions: readonly Region[]): string[] {
  const lines = regions
    .slice(0, regionsShown)
    .map(({ x, y, width, height }) => `  ${width} × ${height} at x=${x} y=${y}`);
  const more = regions.length - lines.length;
  return [
    `${regions.length} ${regions.length === 1 ? 'region' : 'regions'}:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function describeRows({ kind, y, baseY, height }: RowChange): string {
  const rows = `${countText(height)} ${height === 1 ? 'row' : 'rows'}`;
  if (kind === 'inserted') return `${rows} inserted at y=${y}`;
  if (kind === 'removed') return `${rows} removed at y=${baseY}`;
  return `${rows} moved from y=${baseY} to y=${y}`;
}

const countText = (count: number) => count.toLocaleString('en-US');

/** Two digits after the point, and never 0 for a change. */
function percentText(percentage: number): string {
  return percentage < 0.01 ? '< 0.01 %' : `${percentage.toFixed(2)} %`;
}

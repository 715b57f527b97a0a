import type { ColumnChange } from '../alignment/ColumnChange.js';
import type { RowChange } from '../alignment/RowChange.js';
import type { Comparison } from '../comparison/Comparison.js';
import type { Explanation } from '../explain.js';
import type { BlockMove } from '../regions/BlockMove.js';
import type { ClassifiedRegion } from '../regions/ClassifiedRegion.js';

const regionsShown = 5;

/** What a comparison found, a line for each thing. */
export function describeComparison(comparison: Comparison): string {
  return `${describe(comparison).join('\n')}\n`;
}

function describe(comparison: Comparison): string[] {
  const { equal, diffPixels, diffPercentage, width, height, explanation } = comparison;
  const pixels = `${countText(width * height)} pixels`;
  const below = [...describeSubthreshold(comparison), ...describeSimilarity(comparison)];
  if (equal) return [`same: none of ${pixels} changed`, ...below];
  const verdict = `different: ${countText(diffPixels)} of ${pixels} changed (${percentText(diffPercentage)})`;
  return [verdict, ...describeExplanation(explanation), ...below];
}

const describeSimilarity = ({ similarity }: Comparison): string[] =>
  similarity === null ? [] : [`similarity (SSIM): ${similarity.toFixed(4)}`];

function describeSubthreshold({ subthreshold: { area, maxDeltaE } }: Comparison): string[] {
  if (area === 0) return [];
  return [
    `looks different below the threshold: ${percentText(area)} of the pixels, ΔE ${maxDeltaE.toFixed(1)}`,
  ];
}

function describeExplanation(explanation: Explanation | null): string[] {
  if (!explanation) return [];
  const { regions, rows, columns, moves, alignedDiffPixels } = explanation;
  const shifts = [...rows.map(describeRows), ...columns.map(describeColumns), ...moves.map(describeMove)];
  if (shifts.length === 0) return describeRegions(regions);
  const beside = `${alignedDiffPixels === 0 ? 'nothing' : `${countText(alignedDiffPixels)} pixels`} changed beside that`;
  return [...shifts, beside];
}

function describeRegions(regions: readonly ClassifiedRegion[]): string[] {
  const lines = regions
    .slice(0, regionsShown)
    .map(({ x, y, width, height, kind }) => `  ${width} × ${height} at x=${x} y=${y}: ${kind}`);
  const more = regions.length - lines.length;
  return [
    `${regions.length} ${regions.length === 1 ? 'region' : 'regions'}:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function describeRows({ kind, y, baseY, height }: RowChange): string {
  return describeBand({ kind, lines: linesText(height, 'row'), place: `y=${y}`, basePlace: `y=${baseY}` });
}

function describeColumns({ kind, x, baseX, width }: ColumnChange): string {
  return describeBand({ kind, lines: linesText(width, 'column'), place: `x=${x}`, basePlace: `x=${baseX}` });
}

function describeMove({ from, to }: BlockMove): string {
  return `${to.width} × ${to.height} moved from x=${from.x} y=${from.y} to x=${to.x} y=${to.y}`;
}

interface Band {
  kind: RowChange['kind'];
  lines: string;
  place: string;
  basePlace: string;
}

function describeBand({ kind, lines, place, basePlace }: Band): string {
  if (kind === 'inserted') return `${lines} inserted at ${place}`;
  if (kind === 'removed') return `${lines} removed at ${basePlace}`;
  return `${lines} moved from ${basePlace} to ${place}`;
}

const linesText = (count: number, line: string) => `${countText(count)} ${line}${count === 1 ? '' : 's'}`;
const countText = (count: number) => count.toLocaleString('en-US');

/** Two digits after the point, and never 0 for a change. */
function percentText(percentage: number): string {
  return percentage < 0.01 ? '< 0.01 %' : `${percentage.toFixed(2)} %`;
}

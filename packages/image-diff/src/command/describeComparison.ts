import type { Comparison } from '../compare.js';

/** What a comparison found, a line for each thing. */
export function describeComparison({ equal, diffPixels, diffPercentage, width, height }: Comparison): string {
  const pixels = `${countText(width * height)} pixels`;
  if (equal) return `same: none of ${pixels} changed\n`;
  return `different: ${countText(diffPixels)} of ${pixels} changed (${percentText(diffPercentage)})\n`;
}

const countText = (count: number) => count.toLocaleString('en-US');

/** Two digits after the point, and never 0 for a change. */
function percentText(percentage: number): string {
  return percentage < 0.01 ? '< 0.01 %' : `${percentage.toFixed(2)} %`;
}

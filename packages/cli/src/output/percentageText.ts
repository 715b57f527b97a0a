/** A share of pixels: `0.42 %`; never `0.00 %` of something that did change. */
export function percentageText(percentage: number): string {
  if (percentage > 0 && percentage < 0.01) return '< 0.01 %';
  return `${percentage < 10 ? percentage.toFixed(2) : percentage.toFixed(1)} %`;
}

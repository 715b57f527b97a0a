/** A share of pixels: `0.42%`; never `0%` for something that did change. */
export function percentWords(percentage: number | null): string {
  if (percentage === null) return '';
  if (percentage === 0) return '0%';
  if (percentage < 0.01) return '< 0.01%';
  return `${percentage < 10 ? percentage.toFixed(2) : percentage.toFixed(1)}%`;
}

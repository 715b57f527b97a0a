/** A share of pixels: `0.42%`, `11.6%`, as the locale of the browser writes it; never `0%` for something that did change. */
export function percentWords(percentage: number | null): string {
  if (percentage === null) return '';
  if (percentage > 0 && percentage < 0.01) return `< ${shareText(0.01, 2)}`;
  return shareText(percentage, percentage === 0 ? 0 : percentage < 10 ? 2 : 1);
}

const shareText = (percentage: number, digits: number): string =>
  (percentage / 100).toLocaleString(undefined, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

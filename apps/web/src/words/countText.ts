/** `1,200`, as the locale of the browser writes it. */
export const countText = (count: number): string => count.toLocaleString();

/** `1 snapshot`, `1,200 snapshots`. */
export const countOf = (count: number, what: string): string =>
  `${countText(count)} ${what}${count === 1 ? '' : 's'}`;

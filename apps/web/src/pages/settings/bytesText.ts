const units = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes in the largest unit (of 1000) that leaves at least 1, such as `1.7 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let unit = -1;
  let value = bytes;
  // What would be rounded to 1000 is 1 of the next.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

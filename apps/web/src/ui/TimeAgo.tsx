import { useNow } from './useNow.js';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 hours ago`, for a distance in milliseconds. */
export function timeAgo(milliseconds: number): string {
  let amount = Math.max(0, milliseconds) / 1_000;
  for (const [unit, size] of steps) {
    if (amount < size) return words.format(-Math.floor(amount), unit);
    amount /= size;
  }
  return words.format(-Math.floor(amount), 'year');
}

/** A moment, relative to now, with the exact one on hover. */
export function TimeAgo({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={moment.toLocaleString()} className="whitespace-nowrap">
      {timeAgo(useNow() - moment.getTime())}
    </time>
  );
}

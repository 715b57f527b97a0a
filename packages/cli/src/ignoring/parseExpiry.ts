import { InvalidArgumentError } from 'commander';

const dayMs = 24 * 60 * 60 * 1000;
const mostDays = 3_650;

/** A date that exists; `Date.parse` takes 30 February for a day in March. */
function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** A whole day is over at its end. */
function momentOf(text: string, now: number): number {
  const days = /^(\d{1,4})d$/.exec(text);
  if (days) return now + Math.min(Number(days[1]), mostDays) * dayMs;
  const [day, time] = text.split('T', 2);
  if (day === undefined || !isDay(day)) return Number.NaN;
  if (time === undefined) return Date.parse(day) + dayMs;
  return /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(time) ? Date.parse(text) : Number.NaN;
}

/**
 * When an ignore area expires: `7d` from now, the end of a day in UTC, or a moment with its time zone.
 * @returns ISO 8601, UTC
 */
export function parseExpiry(text: string, now = Date.now()): string {
  const moment = momentOf(text.trim(), now);
  if (Number.isNaN(moment)) {
    throw new InvalidArgumentError(
      'It must be a number of days, such as 7d, a date, such as 2027-01-31, or a time with its zone, such as 2027-01-31T18:00Z.',
    );
  }
  if (moment <= now) throw new InvalidArgumentError('It must be in the future.');
  return new Date(moment).toISOString();
}

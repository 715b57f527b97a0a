const day = 86_400_000;

/** `expires in 5 days`, `expired`, or with a date for what is further away than a month. */
export function untilWords(at: string, now: number = Date.now()): string {
  const left = Date.parse(at) - now;
  if (left <= 0) return 'expired';
  const days = Math.ceil(left / day);
  if (days > 31) {
    return `expires ${new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })}`;
  }
  return left < day ? 'expires within a day' : `expires in ${days} days`;
}

/** Seconds before the first further attempt; each one after it waits twice as long. */
const first = 5;
const longest = 3_600;
/** With these pauses a code host may be out of order for 20 hours. */
const maximumAttempts = 30;

/**
 * Seconds until a delivery is tried again, or null to give up until there is something new to show.
 * @param attempts failed ones before this one
 * @param asked seconds that the host wants to be left alone; null when it did not say
 */
export function redeliverAfter(attempts: number, asked: number | null): number | null {
  if (attempts + 1 >= maximumAttempts) return null;
  return Math.max(asked ?? 0, Math.min(first * 2 ** attempts, longest));
}

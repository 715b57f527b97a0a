import type { CheckRunList } from '@svc/schema';

type Delivery = Pick<CheckRunList['checkRuns'][number], 'isShown' | 'attempts' | 'nextAttemptAt'>;

/** Where the delivery of a check run stands: `tried 3 times, next in 4 min`. */
export function deliveryWords({ isShown, attempts, nextAttemptAt }: Delivery, now: number): string {
  if (isShown) return 'shown on the code host';
  const tried =
    attempts === 0 ? 'not delivered yet' : `tried ${attempts === 1 ? 'once' : `${attempts} times`}`;
  if (nextAttemptAt === null) return `${tried}, and not retried automatically`;
  const seconds = Math.round((Date.parse(nextAttemptAt) - now) / 1_000);
  if (seconds <= 0) return attempts === 0 ? 'waiting for delivery' : `${tried}, due now`;
  return `${tried}, next in ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`;
}

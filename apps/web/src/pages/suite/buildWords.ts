import type { Build } from '@svc/schema';

const snapshots = (count: number): string =>
  count === 1 ? '1 snapshot' : `${count.toLocaleString()} snapshots`;

const takenBack = (count: number, revoked: number): string =>
  revoked === 0 ? '' : revoked === count ? ' (taken back)' : ` (${revoked.toLocaleString()} taken back)`;

const verbs = { approved: 'approved', rejected: 'rejected', withdrawn: 'set to pending again' } as const;

/** `3 snapshots approved (1 taken back)`. */
export const decisionsInWords = ({ kind, count, revokedCount }: Build['decisions'][number]): string =>
  `${snapshots(count)} ${verbs[kind]}${takenBack(count, revokedCount)}`;

/** `2 baselines set, 1 removed (1 taken back)`. */
export function baselinesInWords({
  promotedCount,
  removedCount,
  revokedCount,
}: Build['baselines'][number]): string {
  const set =
    promotedCount === 0
      ? ''
      : promotedCount === 1
        ? '1 baseline set'
        : `${promotedCount.toLocaleString()} baselines set`;
  const removed =
    removedCount === 0
      ? ''
      : set
        ? `${removedCount.toLocaleString()} removed`
        : removedCount === 1
          ? '1 baseline removed'
          : `${removedCount.toLocaleString()} baselines removed`;
  const words = [set, removed].filter(Boolean).join(', ');
  return `${words}${takenBack(promotedCount + removedCount, revokedCount)}`;
}

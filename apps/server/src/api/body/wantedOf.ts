import type { DecisionBody } from '@svc/schema';
import { readSlot } from '../../domain/slot.js';
import type { Wanted } from '../../service/decisions/holdDecidable.js';

/** Which results of a diff a body names; undefined for none. */
export const wantedOf = ({
  snapshots,
  slots,
}: Pick<DecisionBody, 'snapshots' | 'slots'>): Wanted | undefined =>
  snapshots || slots
    ? [
        ...(snapshots ?? []),
        ...(slots ?? []).map(({ ifStatus, ifBaseline, ...slot }) => ({
          ...readSlot(slot),
          ifStatus,
          ifBaseline,
        })),
      ]
    : undefined;

import type { Region } from '@svc/schema';
import type { StoredRegion } from '../../store/columnTypes.js';

/** Regions of older comparisons say neither what became of them nor where they were. */
export const presentRegions = (regions: readonly StoredRegion[] | null): Region[] | null =>
  regions?.map(({ kind = null, severity = null, base = null, ...region }) => ({
    ...region,
    kind,
    severity,
    base,
  })) ?? null;

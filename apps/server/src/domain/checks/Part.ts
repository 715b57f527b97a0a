import type { RunColumns } from './runColumns.js';

/** Which part of a commit's run something is (R46): shard i of n, else the job of CI, else the whole. */
export interface Part {
  /** `total` is null where nobody knows how many there are. */
  shard: { index: number; total: number | null } | null;
  job: string | null;
  runKey: string | null;
}

/** 1 of 1 is not a shard. CI may end the name of a job with its shard; the job is the same in all of them. */
export function readPart({ shardIndex, shardTotal, job, runKey }: Omit<RunColumns, 'checkout'>): Part {
  if (shardIndex === null || shardTotal === 1) return { shard: null, job, runKey };
  const shard = { index: shardIndex, total: shardTotal };
  return { shard, job: job?.replace(/[ :]*\d+\/\d+$/, '') || null, runKey };
}

/** Equal for a part and for the same part done again. */
export function keyOfPart({ shard, job, runKey }: Part): string {
  if (shard) return JSON.stringify(['shard', runKey, shard.total, shard.index, job]);
  return JSON.stringify(job === null ? ['whole'] : ['job', job]);
}

/** Null for the whole. */
export function nameOfPart({ shard, job }: Part): string | null {
  if (shard) return `shard ${shard.index}/${shard.total ?? '?'}`;
  return job === null ? null : `job ${job}`;
}

/** As it is written on the wire: `2/4`, the name of a job, or `whole`. */
export const textOfPart = ({ shard, job }: Part): string =>
  shard ? `${shard.index}/${shard.total ?? '?'}` : (job ?? 'whole');

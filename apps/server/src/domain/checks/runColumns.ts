/** What a run says of itself, as clients send it. */
export interface RunFields {
  commit?: string | undefined;
  checkout?: string | undefined;
  /** `2/4`, or `2/?`. */
  shard?: string | undefined;
  job?: string | undefined;
  runKey?: string | undefined;
}

/** As captures and sessions keep it. */
export interface RunColumns {
  /** The commit that was checked out. */
  checkout: string | null;
  shardIndex: number | null;
  /** Null where nobody knows how many there are. */
  shardTotal: number | null;
  job: string | null;
  runKey: string | null;
}

export function runColumns({ commit, checkout = commit, shard, job, runKey }: RunFields): RunColumns {
  const [index, total] = shard?.split('/') ?? [];
  return {
    checkout: checkout ?? null,
    shardIndex: index === undefined ? null : Number(index),
    shardTotal: total === undefined || total === '?' ? null : Number(total),
    job: job ?? null,
    runKey: runKey ?? null,
  };
}

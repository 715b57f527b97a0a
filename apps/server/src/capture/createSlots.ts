export interface Slots {
  /** Runs `work` when a slot is free, first come, first served. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `count` pieces of work at the same time, over all captures of the fleet. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async use(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

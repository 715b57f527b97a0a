export interface Slots {
  /** Runs `work` when a slot is free, first come, first served. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` when all slots are free, in its turn, and keeps them. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** How many are taken. */
  busy(): number;
}

/** At most `count` pieces of work at the same time, over all captures of the fleet. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: { need: number; go(): void }[] = [];
  const admit = () => {
    for (let [next] = waiting; next && next.need <= free; [next] = waiting) {
      waiting.shift();
      free -= next.need;
      next.go();
    }
  };
  const take = async <T>(need: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((go) => {
      waiting.push({ need, go });
      admit();
    });
    try {
      return await work();
    } finally {
      free += need;
      admit();
    }
  };
  return { use: (work) => take(1, work), alone: (work) => take(count, work), busy: () => count - free };
}

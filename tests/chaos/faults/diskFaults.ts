import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './Fault.js';

export const diskFaults: Fault[] = [
  {
    name: 'disk full',
    async play({ disk }, random) {
      const duration = random.between(1_500, 4_000);
      disk.fill();
      try {
        await sleep(duration);
      } finally {
        disk.empty();
      }
      return `disk full for ${duration} ms (${disk.kind})`;
    },
  },
  {
    name: 'disk slow',
    async play({ disk }, random) {
      const duration = random.between(2_000, 5_000);
      const delay = random.between(50, 400);
      disk.delay(delay);
      await sleep(duration);
      disk.delay(0);
      return `${delay} ms more for each operation on files, for ${duration} ms`;
    },
  },
];

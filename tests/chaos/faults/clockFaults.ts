import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './Fault.js';

/** Seconds. */
const farthest = 90_000;
const shown = (seconds: number) => `${seconds > 0 ? '+' : ''}${seconds} s`;

export const clockFaults: Fault[] = [
  {
    name: 'clock jumps',
    leftOut: ({ clock }) => (clock ? null : 'libfaketime is not installed (Debian: apt install libfaketime)'),
    async play({ clock }, random) {
      const jumps = [random.between(60, farthest), -random.between(60, farthest)];
      for (const jump of jumps) {
        clock?.jump(jump);
        await sleep(random.between(1_500, 3_000));
      }
      clock?.jump(0);
      return `clock of service and worker ${jumps.map(shown).join(', then ')}, then right again`;
    },
  },
];

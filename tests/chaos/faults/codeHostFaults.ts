import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault as Answer } from '../../../apps/server/testing/codeHosts/startFakeServer.js';
import type { Random } from '../Random.js';
import type { Fault } from './Fault.js';

/** `lost`: the host obeys, and its answer does not arrive. */
const draw = (random: Random): Answer | null =>
  random.pick<Answer | null>([
    null,
    'lost',
    'lost',
    { status: 500 },
    { status: 503 },
    { status: 429, headers: { 'retry-after': '1' } },
  ]);

export const codeHostFaults: Fault[] = [
  {
    name: 'code host flaps',
    async play({ github }, random) {
      const duration = random.between(3_000, 8_000);
      let failed = 0;
      github.fault = () => {
        const answer = draw(random);
        if (answer !== null) failed += 1;
        return answer;
      };
      await sleep(duration);
      github.fault = () => null;
      return `code host out of order for ${duration} ms, ${failed} requests failed`;
    },
  },
];

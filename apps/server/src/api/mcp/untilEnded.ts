import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Milliseconds between two looks. */
const pause = 1_000;

/** How long a tool waits for an end. */
export const waitSeconds = z
  .number()
  .int()
  .min(0)
  .max(30)
  .default(20)
  .describe('Seconds to wait for its end before answering how far it is.');

/** Looks at something until it has ended or the time is up, and answers what it was then. */
export async function untilEnded<State extends { status: string }>(
  look: () => Promise<State>,
  seconds: number,
): Promise<State> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const state = await look();
    if (['completed', 'failed'].includes(state.status) || Date.now() + pause > end) return state;
    await sleep(pause);
  }
}

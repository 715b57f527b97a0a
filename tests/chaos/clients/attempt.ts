import { setTimeout as sleep } from 'node:timers/promises';
import { type SvcClient, SvcError } from '../../../packages/sdk/src/index.js';
import { type Call, describe } from '../Journal.js';
import type { World } from '../world/openWorld.js';

/** A call failed after its retries: the build ends here, as the job of a CI does. */
export class Abandoned extends Error {}

/** Milliseconds until somebody reads again what could not be read. */
const readPause = 500;

/**
 * Makes one call as a client does, with its retries, and writes down what came of it.
 * @throws Abandoned when it failed; whether it happened is unknown then
 */
export async function attempt<T>(
  { connect, journal }: World,
  call: Call,
  act: (client: SvcClient) => Promise<T>,
): Promise<T> {
  journal.begin(call);
  try {
    const value = await act(connect(() => call));
    journal.record(call, 'acknowledged', null);
    return value;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const isAway = error.statusCode === 503 || error.statusCode === 0;
    journal.record(call, isAway ? 'failed' : 'refused', error);
    // Nothing that the clients ask for is wrong.
    if (!isAway)
      journal.violate(`${describe(call)} was refused: ${error.statusCode} ${error.code}: ${error.message}`);
    throw new Abandoned(describe(call), { cause: error });
  }
}

/** Reads, and reads again while the service is away. */
export async function read<T>(world: World, call: Call, act: (client: SvcClient) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt(world, call, act);
    } catch (error) {
      const isRefused =
        error instanceof Abandoned &&
        error.cause instanceof SvcError &&
        error.cause.statusCode >= 400 &&
        error.cause.statusCode < 500;
      if (!(error instanceof Abandoned) || isRefused || world.ending.aborted) throw error;
      await sleep(readPause);
    }
  }
}

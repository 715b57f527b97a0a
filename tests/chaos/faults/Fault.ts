import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';

/** One kind of thing that goes wrong. */
export interface Fault {
  name: string;
  /** Why it cannot be played here; null when it can. */
  leftOut?: (world: World) => string | null;
  /** Plays it and ends it. Answers what happened, for the timeline. */
  play(world: World, random: Random): Promise<string>;
}

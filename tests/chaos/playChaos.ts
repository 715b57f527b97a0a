import { checkBaselines } from './checks/checkBaselines.js';
import { checkBuild } from './checks/checkBuilds.js';
import { checkCodeHost } from './checks/checkCodeHost.js';
import { checkOnce } from './checks/checkOnce.js';
import { type Clients, startClients } from './clients/startClients.js';
import { type Plan, type Played, playFaults } from './faults/playFaults.js';
import type { Journal } from './Journal.js';
import { Random } from './Random.js';
import { endLeftovers, settle } from './settle.js';
import { openWorld } from './world/openWorld.js';

export interface ChaosOptions extends Plan {
  seed: number;
  clients: Clients;
}

/** Plays faults under load, and checks afterwards that nothing was lost and nothing happened twice. */
export async function playChaos({ seed, clients, ...plan }: ChaosOptions, journal: Journal): Promise<Played> {
  const random = new Random(seed);
  const world = await openWorld(journal);
  try {
    const playing = startClients(world, clients, random.fork());
    const played = await playFaults(world, plan, random.fork());
    journal.note('the faults have ended; clients end what they are at');
    await playing.end();
    await endLeftovers(world, playing.builds);
    const stuck = await settle(world);
    for (const what of stuck) journal.violate(`${what}, and stays so`);
    journal.note(stuck.length > 0 ? 'not all ends' : 'all is quiet; checking');
    for (const build of playing.builds) await checkBuild(world, build);
    await checkBaselines(world, playing.builds);
    await checkOnce(world, playing.builds);
    checkCodeHost(world, playing.builds);
    const { status } = await fetch(`${world.url}/readyz`);
    if (status !== 200) journal.violate(`/readyz answers ${status} at the end`);
    journal.note(`checked ${playing.builds.length} builds`);
    return played;
  } finally {
    await world.close();
  }
}

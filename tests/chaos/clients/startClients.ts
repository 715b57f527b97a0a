import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../Journal.js';
import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';
import { Abandoned } from './attempt.js';
import { type Build, branch, newBuild } from './Build.js';
import { keepReading } from './keepReading.js';
import { playSession, playUploads } from './playBuild.js';
import { playFleet } from './playFleet.js';

const players = { uploads: playUploads, session: playSession, fleet: playFleet };

/** How many clients there are of each kind. */
export type Clients = Record<Build['kind'] | 'readers', number>;

export interface Playing {
  builds: readonly Build[];
  /** Lets every client end the build that it is at. What does not end is a violation. */
  end(): Promise<void>;
}

/** Builds that a client makes when the faults have ended, if it has finished none before. */
const lateBuilds = 3;
/** Milliseconds in which no call at all ends. */
const patience = 150_000;

async function whenStuck(journal: Journal): Promise<false> {
  let before = journal.ended;
  for (let since = performance.now(); performance.now() - since < patience; ) {
    await sleep(500, undefined, { ref: false });
    if (journal.ended !== before) since = performance.now();
    before = journal.ended;
  }
  return false;
}

/** Clients that make one build after the other, each in a suite of its own. */
export function startClients(world: World, clients: Clients, random: Random): Playing {
  let over = false;
  const builds: Build[] = [];
  /** Those that the code host knows. */
  const commits: string[] = [];
  world.github.branches[branch] = commits;
  const kinds = (Object.keys(players) as Build['kind'][]).flatMap((kind) =>
    Array.from({ length: clients[kind] }, (_, index) => ({ kind, client: `${kind} ${index + 1}` })),
  );
  const running = kinds.map(({ kind, client }) => keepBuilding(kind, client, random.fork()));
  const readers = Array.from({ length: clients.readers }, (_, index) =>
    keepReading(world, `reader ${index + 1}`, builds, random.fork(), () => over),
  );

  async function keepBuilding(kind: Build['kind'], client: string, own: Random): Promise<void> {
    let finished = 0;
    let late = 0;
    for (let serial = 1; !over || (finished === 0 && late < lateBuilds); serial += 1) {
      if (over) late += 1;
      const commit = createHash('sha1').update(`${client} ${serial}`).digest('hex');
      const build = newBuild({ kind, client, commit, suite: client });
      builds.push(build);
      commits.push(commit);
      try {
        await players[kind](world, build, own);
        finished += 1;
      } catch (error) {
        // The job of a CI ends here, and the next commit has another one.
        if (error instanceof Abandoned) continue;
        world.journal.violate(`the client ${client} broke: ${error instanceof Error ? error.stack : error}`);
        return;
      }
    }
  }

  return {
    builds,
    async end() {
      over = true;
      const ended = Promise.all([...running, ...readers]);
      if (await Promise.race([ended.then(() => true), whenStuck(world.journal)])) return;
      for (const call of world.journal.listOpen()) world.journal.violate(`${call} does not end`);
    },
  };
}

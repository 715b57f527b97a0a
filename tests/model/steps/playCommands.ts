import fc from 'fast-check';
import type { Repository } from '../repository/Repository.js';
import { type Service, World } from '../World.js';
import { chooseSteps, firstSteps } from './chooseSteps.js';
import { type Draw, drawOf, type Kind } from './Draw.js';
import { type Step, stepText } from './Step.js';

/** What looks at the world before and after each step. */
export interface Watcher {
  before?(world: World, step: Step): void | Promise<void>;
  /** @throws what does not hold */
  after(world: World, step: Step): void | Promise<void>;
}

interface Play {
  world: World;
  watchers: readonly Watcher[];
}

async function playStep({ world, watchers }: Play, step: Step): Promise<void> {
  if (world.isTooLate(step)) return;
  for (const watcher of watchers) await watcher.before?.(world, step);
  await world.play(step);
  for (const watcher of watchers) await watcher.after(world, step);
}

/** One draw as a command of fast-check: a history is shrunk by leaving out draws and making their numbers smaller. */
export class DrawCommand implements fc.AsyncCommand<Play, Play> {
  constructor(readonly draw: Draw) {}

  check({ world }: Readonly<Play>): boolean {
    return chooseSteps(world, this.draw).length > 0;
  }

  async run(play: Play): Promise<void> {
    for (const step of chooseSteps(play.world, this.draw)) await playStep(play, step);
  }

  toString(): string {
    const { kind, x, y, z } = this.draw;
    return `${kind}(${x}, ${y}, ${z})`;
  }
}

/** Steps that are played whatever is drawn. */
export class FixedCommand implements fc.AsyncCommand<Play, Play> {
  constructor(readonly choose: (world: World) => readonly Step[]) {}

  check(): boolean {
    return true;
  }

  async run(play: Play): Promise<void> {
    for (const step of this.choose(play.world)) await playStep(play, step);
  }
}

/** Something did not hold; the steps until then can be played again as a scenario. */
export class Difference extends Error {
  constructor(error: unknown, world: World) {
    const message = error instanceof Error ? error.message : String(error);
    super(`${message}\n\nafter\n${scenarioText(world)}\n`, { cause: error });
  }
}

/** Histories of at most so many draws; `without` names kinds that are left out. */
export const historyOf = (maxCommands: number, without: readonly Kind[] = []): fc.Arbitrary<History> =>
  fc.commands([drawOf(without).map((draw) => new DrawCommand(draw))], { maxCommands, size: 'max' });

export type History = Iterable<fc.AsyncCommand<Play, Play>>;

interface Played {
  repository: Repository;
  watchers?: readonly Watcher[];
  service?: Service | null;
  /** What is played after what was drawn. */
  last?: (world: World) => readonly Step[];
}

/** Plays a drawn history after the first steps of all. @throws Difference */
export const playHistory = (history: History, { last = () => [], ...played }: Played): Promise<World> =>
  playAll(played, async (play) => {
    for (const step of firstSteps) await playStep(play, step);
    await fc.asyncModelRun(() => ({ model: play, real: play }), history);
    for (const step of last(play.world)) await playStep(play, step);
  });

/** Plays the steps of a scenario. @throws Difference */
export const playSteps = (steps: readonly Step[], played: Omit<Played, 'last'>): Promise<World> =>
  playAll(played, async (play) => {
    for (const step of steps) await playStep(play, step);
  });

async function playAll(
  { repository, watchers = [], service = null }: Omit<Played, 'last'>,
  perform: (play: Play) => Promise<void>,
): Promise<World> {
  const play = { world: new World(repository, service), watchers };
  try {
    await perform(play);
    return play.world;
  } catch (error) {
    throw new Difference(error, play.world);
  } finally {
    repository.remove();
  }
}

/** What was played, as the steps of a scenario. */
const scenarioText = (world: World): string =>
  world.played.map((step) => `    ${stepText(step)},`).join('\n');

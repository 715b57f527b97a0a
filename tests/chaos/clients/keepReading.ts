import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';
import { Abandoned, attempt } from './attempt.js';
import type { Build } from './Build.js';
import { fetchImage } from './fetchImage.js';
import { sha256 } from './playBuild.js';

/** Milliseconds between reads. */
const pause = 150;

/** Reads what was acknowledged, and holds it against that. */
export async function keepReading(
  world: World,
  client: string,
  builds: readonly Build[],
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await sleep(pause);
    const known = builds.filter(({ created, captureId }) => created === 'yes' && captureId !== null);
    if (known.length === 0) continue;
    const build = random.pick(known);
    try {
      await readCapture(world, client, build);
      await readDecisions(world, client, build);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
    }
  }
}

async function readCapture(world: World, client: string, { captureId, snapshots }: Build): Promise<void> {
  if (captureId === null) return;
  const acknowledged = [...snapshots].filter(([, { uploaded }]) => uploaded === 'yes');
  const capture = await attempt(world, { client, operation: 'getCapture', subject: captureId }, (sdk) =>
    sdk.getCapture(captureId),
  );
  for (const [name, { hash }] of acknowledged) {
    const found = capture.snapshots.find((snapshot) => snapshot.name === name);
    if (found?.hash !== hash)
      world.journal.violate(
        `${name} of ${captureId} was acknowledged with image ${hash}, and is read with ${found?.hash ?? 'none'}`,
      );
  }
  const [one] = capture.snapshots;
  if (!one) return;
  const subject = `the image of ${one.name} of ${captureId}`;
  const bytes = await fetchImage(world, { client, operation: 'getImage', subject }, one.imageUrl);
  if (bytes && sha256(bytes) !== one.hash)
    world.journal.violate(`${subject} has other bytes than were uploaded`);
}

async function readDecisions(
  world: World,
  client: string,
  { diffId, decisions, snapshots }: Build,
): Promise<void> {
  if (diffId === null || decisions.length === 0) return;
  const made = decisions.length;
  const certain = [...snapshots].flatMap(([name, { decided }]) =>
    decided.size === 1 ? [[name, [...decided][0]]] : [],
  );
  const diff = await attempt(world, { client, operation: 'getDiff', subject: diffId }, (sdk) =>
    sdk.getDiff(diffId),
  );
  // Somebody decided meanwhile.
  if (decisions.length !== made) return;
  for (const [name, status] of certain) {
    const found = diff.results.find((result) => result.name === name);
    if (found?.approvalStatus !== status)
      world.journal.violate(
        `${name} of ${diffId} was acknowledged as ${status}, and is read as ${found?.approvalStatus ?? 'missing'}`,
      );
  }
}

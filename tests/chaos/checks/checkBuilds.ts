import type { Capture, Diff } from '@svc/schema';
import { read } from '../clients/attempt.js';
import type { Build } from '../clients/Build.js';
import { fetchImage } from '../clients/fetchImage.js';
import { sha256 } from '../clients/playBuild.js';
import type { World } from '../world/openWorld.js';

const client = 'check';

/** Holds every build against what the API shows of it: no snapshot lost, no byte changed, no decision forgotten. */
export async function checkBuild(world: World, build: Build): Promise<void> {
  const { captureId, diffId } = build;
  if (captureId !== null) {
    const call = { client, operation: 'getCapture', subject: captureId };
    await checkCapture(world, build, await read(world, call, (sdk) => sdk.getCapture(captureId)));
  }
  if (diffId !== null && build.compared === 'yes') {
    const call = { client, operation: 'getDiff', subject: diffId };
    checkDiff(world, build, await read(world, call, (sdk) => sdk.getDiff(diffId)));
  }
}

async function checkCapture(world: World, build: Build, capture: Capture): Promise<void> {
  const { journal } = world;
  const whose = `capture ${capture.id} of ${build.commit} (client ${build.client})`;
  if (build.completed === 'yes' && capture.status !== 'completed')
    journal.violate(
      `${whose} is ${capture.status}, though its completion was acknowledged: ${capture.error}`,
    );
  for (const [name, { hash, uploaded }] of build.snapshots) {
    const found = capture.snapshots.filter((snapshot) => snapshot.name === name);
    if (found.length > 1) journal.violate(`${whose} has ${name} ${found.length} times`);
    const [snapshot] = found;
    if (!snapshot) {
      if (uploaded === 'yes') journal.violate(`${whose} has lost ${name}, which was acknowledged`);
      continue;
    }
    // What was not uploaded is carried over from the baseline.
    const isCarried = uploaded !== 'yes' && snapshot.carriedFrom !== null;
    if (hash !== null && snapshot.hash !== hash && !isCarried)
      journal.violate(`${whose} has ${name} with image ${snapshot.hash} instead of ${hash}`);
    if (snapshot.attempt !== 1)
      journal.violate(`${whose} counts ${snapshot.attempt} attempts of ${name}, which was uploaded once`);
    const call = { client, operation: 'getImage', subject: `the image of ${name} of ${capture.id}` };
    const bytes = await fetchImage(world, call, snapshot.imageUrl);
    if (!bytes) journal.violate(`${call.subject} is not there`);
    else if (sha256(bytes) !== snapshot.hash)
      journal.violate(`${call.subject} has other bytes than were uploaded`);
  }
}

function checkDiff({ journal }: World, build: Build, diff: Diff): void {
  const whose = `diff ${diff.id} of ${build.commit} (client ${build.client})`;
  if (diff.status !== 'completed') {
    journal.violate(`${whose} is ${diff.status} instead of completed`);
    return;
  }
  for (const [name, { hash, decided }] of build.snapshots) {
    const found = diff.results.filter((result) => result.name === name);
    const [result] = found;
    if (!result || found.length > 1) {
      journal.violate(`${whose} has ${found.length} results for ${name} instead of one`);
      continue;
    }
    if (result.headHash !== hash)
      journal.violate(`${whose} has compared ${name} with image ${result.headHash} instead of ${hash}`);
    if (!decided.has(result.approvalStatus))
      journal.violate(
        `${whose} has ${name} ${result.approvalStatus}, though it was acknowledged as ${[...decided].join(' or ')}`,
      );
  }
}

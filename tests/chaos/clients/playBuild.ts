import { createHash } from 'node:crypto';
import { image } from '../../../apps/server/testing/image.js';
import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';
import { attempt, read } from './attempt.js';
import { type Build, branch, expectSnapshot } from './Build.js';
import { review } from './decide.js';

/** Pixels of one square, and squares in a row. */
const side = 8;
const columns = 6;
let images = 0;

/** An image that nobody else uploads, with a black square for each bit of its number: no threshold hides a difference. */
function nextImage(): Buffer {
  const number = ++images;
  const isSet = (x: number, y: number) =>
    (number >> (Math.floor(x / side) + columns * Math.floor(y / side))) & 1;
  return image((x, y) => (isSet(x, y) ? [0, 0, 0] : [255, 255, 255]), {
    width: columns * side,
    height: 4 * side,
  });
}
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const snapshotNames = ['header', 'footer', 'menu', 'form'];

/** Uploads a capture, has it compared, and reviews it. */
export async function playUploads(world: World, build: Build, random: Random): Promise<void> {
  const { client, suite, commit } = build;
  build.created = 'unknown';
  const { id } = await attempt(world, { client, operation: 'createCapture', subject: commit }, (sdk) =>
    sdk.createCapture({ suite, branch, commit }),
  );
  build.created = 'yes';
  build.captureId = id;
  await uploadAll(build, (name, png) =>
    attempt(world, { client, operation: 'uploadSnapshot', subject: `${name} of ${id}` }, (sdk) =>
      sdk.uploadSnapshot(id, name, png),
    ),
  );
  build.completed = 'unknown';
  await attempt(world, { client, operation: 'completeCapture', subject: id }, (sdk) =>
    sdk.completeCapture(id),
  );
  build.completed = 'yes';
  await compare(world, build, id);
  await review(world, build, random);
}

/** Uploads into a session, completes it, and reviews its diff. */
export async function playSession(world: World, build: Build, random: Random): Promise<void> {
  const { client, suite, commit } = build;
  const sessionId = `ses_chaos-${commit}`;
  build.sessionId = sessionId;
  build.created = 'unknown';
  const session = await attempt(world, { client, operation: 'createSession', subject: commit }, (sdk) =>
    sdk.createSession({ suite, branch, commit, sessionId }),
  );
  build.created = 'yes';
  build.captureId = session.captureId;
  build.diffId = session.diffId;
  await uploadAll(build, (name, png) =>
    attempt(world, { client, operation: 'uploadSnapshotWithDiff', subject: `${name} of ${commit}` }, (sdk) =>
      sdk.uploadSnapshotWithDiff({ name, png, suite, branch, commit, baselineRef: branch, sessionId }),
    ),
  );
  build.completed = 'unknown';
  build.compared = 'unknown';
  await attempt(world, { client, operation: 'completeSession', subject: sessionId }, (sdk) =>
    sdk.completeSession(sessionId, { exitCode: 0 }),
  );
  build.completed = 'yes';
  build.compared = 'yes';
  await review(world, build, random);
}

async function uploadAll(
  build: Build,
  upload: (name: string, png: Buffer) => Promise<unknown>,
): Promise<void> {
  const uploads = snapshotNames.map(async (name) => {
    const png = nextImage();
    const snapshot = expectSnapshot(build, name, { hash: sha256(png), uploaded: 'unknown' });
    await upload(name, png);
    snapshot.uploaded = 'yes';
  });
  // All are awaited, so that none of them ends while the build is taken for over.
  const failed = (await Promise.allSettled(uploads)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

export async function compare(world: World, build: Build, headCaptureId: string): Promise<void> {
  const { client, suite } = build;
  build.compared = 'unknown';
  const diff = await attempt(world, { client, operation: 'createDiff', subject: headCaptureId }, (sdk) =>
    sdk.createDiff({ suite, headCaptureId }),
  );
  build.diffId = diff.id;
  build.compared = 'yes';
  const done = await read(world, { client, operation: 'waitForDiff', subject: diff.id }, (sdk) =>
    sdk.waitForDiff(diff.id),
  );
  if (done.status !== 'completed')
    world.journal.violate(`diff ${diff.id} is ${done.status} instead of completed`);
}

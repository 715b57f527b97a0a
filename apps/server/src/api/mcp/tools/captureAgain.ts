import { type CaptureTarget, id, name } from '@svc/schema';
import { z } from 'zod';
import { Refusal } from '../Refusal.js';
import { ephemeral, mostTargets, startCapture, suiteOfCapture } from '../startCapture.js';
import { defineTool } from '../Tool.js';

export const captureAgain = defineTool({
  name: 'capture_again',
  title: 'Capture snapshots again',
  description:
    'Captures stories or pages again exactly as an earlier capture did, such as the headCaptureId of a diff: shows whether a ' +
    `change is flaky. Uploaded screenshots cannot be captured again here. ${ephemeral}`,
  operations: ['getCaptureDetails', 'createCapture'],
  onlyPeople: false,
  isReadOnly: false,
  input: z.strictObject({
    captureId: id.describe('Such as cap_….'),
    names: z.array(name).min(1).max(mostTargets).describe('Names of its snapshots.'),
    suite: suiteOfCapture,
  }),
  async run(asker, { captureId, names, suite }) {
    const { snapshots } = await asker.call('getCaptureDetails', { params: { id: captureId } });
    const named = snapshots.filter((snapshot) => names.includes(snapshot.name));
    const missing = names.filter((one) => !named.some((snapshot) => snapshot.name === one));
    const uploaded = named.filter(({ target }) => target === null);
    if (missing.length > 0 || uploaded.length > 0) {
      const message = 'The capture does not have all of these snapshots, or some of them were uploaded';
      throw new Refusal(
        { code: 'SNAPSHOT_NOT_FOUND', message },
        { missing, uploaded: uploaded.map((snapshot) => snapshot.name) },
      );
    }
    // What the API was given as a target, and examines again.
    const targets = named.map(({ target }) => target as unknown as CaptureTarget);
    return startCapture(asker, suite, targets);
  },
});

import { type AnswerOf, type CaptureState, id, name } from '@svc/schema';
import { z } from 'zod';
import { presentCapture } from '../presentCapture.js';
import { nameOf } from '../results/findResult.js';
import { partImages, readImage } from '../results/readImages.js';
import { type Asker, defineTool } from '../Tool.js';
import { untilEnded, waitSeconds } from '../untilEnded.js';

type Snapshots = Pick<Extract<AnswerOf<'getCapture'>, { snapshots: unknown }>, 'snapshots' | 'failures'>;

export const readCapture = defineTool({
  name: 'read_capture',
  title: 'Read a capture',
  description:
    'Waits for a capture to end and reads it: which snapshots it has, which failed and why, and on request their images.',
  operations: ['getCapture'],
  onlyPeople: false,
  isReadOnly: true,
  input: z.strictObject({
    captureId: id.describe('Such as cap_….'),
    images: z.array(name).max(4).default([]).describe('Names of snapshots whose images to send along.'),
    waitSeconds,
  }),
  async run(asker, { captureId, images: wanted, waitSeconds: seconds }) {
    const params = { id: captureId };
    const state: CaptureState = await untilEnded(
      () => asker.call('getCapture', { params, query: { fields: 'summary' } }),
      seconds,
    );
    const { snapshots, failures } = await readSnapshots(asker, captureId);
    const read = await Promise.all(
      wanted.flatMap((one): Promise<Awaited<ReturnType<typeof readImage>>>[] => {
        const named = snapshots.filter((snapshot) => snapshot.name === one).slice(0, 4);
        if (named.length === 0) return [readImage(asker, one, null)];
        return named.map((snapshot) => readImage(asker, labelOf(snapshot), pathOf(snapshot.imageUrl)));
      }),
    );
    const { images, withoutImage } = partImages(read);
    return {
      data: {
        ...presentCapture(state),
        snapshots: snapshots.map((snapshot) => ({
          ...nameOf(snapshot),
          width: snapshot.width,
          height: snapshot.height,
          unstable: snapshot.unstable,
          missing: snapshot.incomplete,
        })),
        failures: failures.map((failure) => ({ ...nameOf(failure), message: failure.message })),
        withoutImage,
      },
      images,
    };
  },
});

/** The first 100 of its snapshots; an agent's own capture has no more. */
async function readSnapshots({ call }: Pick<Asker, 'call'>, captureId: string): Promise<Snapshots> {
  const answer = await call('getCapture', { params: { id: captureId }, query: { limit: 100 } });
  return 'snapshots' in answer ? answer : { snapshots: [], failures: [] };
}

const labelOf = (snapshot: Snapshots['snapshots'][number]): string => {
  const { name: of, viewport, browser } = nameOf(snapshot);
  return [of, viewport, browser].filter(Boolean).join(' ');
};

function pathOf(imageUrl: string): string {
  const { pathname, search } = new URL(imageUrl);
  return pathname + search;
}

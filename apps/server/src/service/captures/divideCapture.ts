import { type Chunk, splitChunks } from '../../domain/captures/splitChunks.js';
import { findCaptureById, lockCapture, recountCapture } from '../../store/captures/captures.js';
import { failPendingOfChunk, listPendingTargets, setFirstChunkEnd } from '../../store/captures/chunks.js';
import type { Database } from '../../store/database.js';
import type { Resources } from '../Resources.js';
import { closeCapture } from './completeCapture.js';
import { finishCapture } from './finishCapture.js';

/** The first chunk of a capture; null before it is divided. */
export const findFirstChunk = async (
  { database }: Pick<Resources, 'database'>,
  captureId: string,
): Promise<Chunk | null> => firstChunkOf(await findCaptureById(database, captureId));

const firstChunkOf = (capture: { firstChunkEnd: number | null } | undefined): Chunk | null =>
  typeof capture?.firstChunkEnd === 'number' ? { from: 0, to: capture.firstChunkEnd } : null;

/**
 * Divides what is outstanding of a capture into chunks, once: all but the first become jobs, which any process may take.
 * @returns the first; null where nothing is outstanding
 */
export async function divideCapture(
  { database, queue }: Pick<Resources, 'database' | 'queue'>,
  captureId: string,
): Promise<Chunk | null> {
  return database.transaction().execute(async (transaction) => {
    const capture = await lockCapture(transaction, captureId);
    if (capture?.status !== 'capturing') return null;
    const divided = firstChunkOf(capture);
    if (divided) return divided;
    const pending = await listPendingTargets(transaction, captureId, null);
    const [first, ...others] = splitChunks(pending.map(({ position }) => position));
    if (!first) return null;
    await setFirstChunkEnd(transaction, captureId, first.to);
    const { projectId } = capture;
    const jobs = others.map((chunk) => ({ captureId, projectId, chunk }));
    await queue.enqueue(transaction, 'captureTargets', ...jobs);
    return { from: 0, to: first.to };
  });
}

/** Ends a chunk that cannot be captured: what is outstanding of it has failed, or of the whole capture if it was not divided. */
export async function closeChunk(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  captureId: string,
  given: Chunk | undefined,
  reason: string,
): Promise<void> {
  const held = await lockCapture(transaction, captureId);
  if (!held || held.completedAt !== null) return;
  const chunk = given ?? firstChunkOf(held);
  if (!chunk) return closeCapture(resources, transaction, captureId, reason);
  await failPendingOfChunk(transaction, captureId, chunk, reason);
  await recountCapture(transaction, captureId);
  const capture = await lockCapture(transaction, captureId);
  if (capture) await finishCapture(resources, transaction, capture);
}

import { readPng } from '../arguments/readPng.js';
import { forEachConcurrently } from '../forEachConcurrently.js';
import type { CreateCaptureOptions, SnapshotInput } from '../options.js';
import { SvcError } from '../SvcError.js';
import type { Viewport } from '../types.js';
import { sha256 } from './sha256.js';

/** A snapshot as it is announced to a new capture; the bytes of a known `hash` need not follow. */
export interface AnnouncedSnapshot {
  name: string;
  viewport: Viewport | undefined;
  browser: string | undefined;
  hash: string | undefined;
}

export interface SnapshotSender extends Pick<CreateCaptureOptions, 'onProgress' | 'onRefused'> {
  concurrency: number;
  /** Which of these images the project already has. */
  findKnown(hashes: string[]): Promise<string[]>;
  /** Makes the capture. */
  announce(snapshots: AnnouncedSnapshot[]): Promise<{ id: string }>;
  /** @param hash of an image that the project has, so that its bytes need not be sent */
  send(captureId: string, snapshot: SnapshotInput, hash: string | undefined): Promise<unknown>;
}

/** By the service; or by the function that was to read it. */
const refusals: ReadonlySet<string> = new Set(['IMAGE_INVALID', 'IMAGE_TOO_LARGE', 'FILE_NOT_READ']);

const isRefusedImage = (error: unknown): error is SvcError =>
  error instanceof SvcError && refusals.has(error.code);

/** The hash of each snapshot that the project already has, undefined for the others. */
async function knownHashes(
  snapshots: SnapshotInput[],
  { concurrency, findKnown, onRefused }: SnapshotSender,
): Promise<(string | undefined)[]> {
  const hashes: (string | null)[] = [];
  await forEachConcurrently(snapshots, concurrency, async (snapshot, index) => {
    hashes[index] = await readPng(snapshot).then(sha256, (error: unknown) => {
      // It is refused when it is to be sent.
      if (onRefused && isRefusedImage(error)) return null;
      throw error;
    });
  });
  const known = new Set(await findKnown(hashes.filter((hash) => hash !== null)));
  return hashes.map((hash) => (hash !== null && known.has(hash) ? hash : undefined));
}

/** An announcement says nothing but what a snapshot is. */
const isAnnouncedWhole = ({ ignore }: SnapshotInput) => (ignore ?? []).length === 0;

/**
 * Makes a capture of these snapshots and sends those that the project does not have.
 * @returns how many images were refused, besides
 */
export async function sendSnapshots(
  snapshots: SnapshotInput[],
  sender: SnapshotSender,
): Promise<{ captureId: string; refused: number }> {
  const { concurrency, onProgress, onRefused } = sender;
  const announce = (known: (string | undefined)[]) =>
    sender.announce(
      snapshots.map((snapshot, index) => ({
        name: snapshot.name,
        viewport: snapshot.viewport ?? undefined,
        browser: snapshot.browser ?? undefined,
        hash: isAnnouncedWhole(snapshot) ? known[index] : undefined,
      })),
    );
  const hashes = await knownHashes(snapshots, sender);
  const { id: captureId, known } = await announce(hashes).then(
    ({ id }) => ({ id, known: hashes }),
    async (error) => {
      // An image can expire between the question and the announcement.
      if (!(error instanceof SvcError && error.code === 'IMAGE_NOT_FOUND')) throw error;
      return { ...(await announce([])), known: [] as undefined[] };
    },
  );

  const missing = snapshots
    .map((snapshot, index) => ({ snapshot, hash: known[index] }))
    .filter(({ snapshot, hash }) => !hash || !isAnnouncedWhole(snapshot));
  const progress = { captureId, completed: snapshots.length - missing.length, total: snapshots.length };
  onProgress?.({ ...progress });
  let refused = 0;
  await forEachConcurrently(missing, concurrency, async ({ snapshot, hash }) => {
    try {
      await sender.send(captureId, snapshot, hash);
    } catch (error) {
      if (!onRefused || !isRefusedImage(error)) throw error;
      refused += 1;
      onRefused(snapshot, error);
      return;
    }
    progress.completed += 1;
    onProgress?.({ ...progress });
  });
  return { captureId, refused };
}

import type { WaitingForBrowser } from '@svc/schema';
import type { CaptureRow } from '../../store/captures/captures.js';
import { countCapturesAhead, countProcesses } from '../../store/processes/processes.js';
import type { SiteRow } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

type Parts = Pick<Resources, 'database'>;

/** What a capture waits for; null for one that is being captured, has ended, or needs no browser. */
export async function readWaiting(
  { database }: Parts,
  { id, mode, status }: Pick<CaptureRow, 'id' | 'mode' | 'status'>,
): Promise<WaitingForBrowser | null> {
  if (mode !== 'fleet' || (status !== 'pending' && status !== 'capturing')) return null;
  const captureProcesses = await countProcesses(database, 'capture');
  const capturesAhead = await countCapturesAhead(database, id);
  // One that has begun waits again for its next turn, and where nothing is left to go on with it.
  if (capturesAhead === null && captureProcesses > 0) return null;
  return { capturesAhead: capturesAhead ?? 0, captureProcesses };
}

/** What the unpacking of a build waits for; null where there is nothing to unpack yet, or any more. */
export async function readSiteWaiting(
  { database }: Parts,
  { status, archiveHash }: Pick<SiteRow, 'status' | 'archiveHash'>,
): Promise<WaitingForBrowser | null> {
  if (archiveHash === null || (status !== 'pending' && status !== 'uploading')) return null;
  // Builds do not queue behind captures.
  return { capturesAhead: 0, captureProcesses: await countProcesses(database, 'capture') };
}

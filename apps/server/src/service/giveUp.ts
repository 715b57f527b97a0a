import { storable } from '@svc/schema/storable';
import type { JobName, Jobs } from '../queue/jobs.js';
import { isJobOpen } from '../queue/openJobs.js';
import { lockDiffById, setDiffStatus } from '../store/diffs/diffs.js';
import { setSiteFailed } from '../store/sites/sites.js';
import { closeChunk } from './captures/divideCapture.js';
import { updateCheckRuns } from './checks/updateCheckRuns.js';
import type { Resources } from './Resources.js';
import { removeArchive } from './sites/archives.js';

/** Ends what a job was about when it cannot succeed, so that nobody waits for it. */
export async function giveUp(
  resources: Pick<Resources, 'database' | 'blobs' | 'queue' | 'commitGraphs'>,
  data: Jobs[JobName],
  error: unknown,
): Promise<void> {
  const reason = storable(error instanceof Error ? error.message : String(error));
  const { database } = resources;
  if ('siteId' in data) {
    const { siteId } = data;
    await database.transaction().execute(async (transaction) => {
      await setSiteFailed(transaction, siteId, reason);
      await removeArchive(resources, transaction, siteId);
    });
  }
  if ('diffId' in data) {
    const { diffId } = data;
    await database.transaction().execute(async (transaction) => {
      const diff = await lockDiffById(transaction, diffId);
      if (diff?.status !== 'processing') return;
      // It was asked for again since, and that job may succeed.
      if (await isJobOpen(transaction, 'computeDiff', { diffId })) return;
      await setDiffStatus(transaction, diffId, 'failed', reason);
      await updateCheckRuns(transaction, [diffId]);
    });
  }
  if ('captureId' in data) {
    const { captureId, chunk } = data;
    await database
      .transaction()
      .execute((transaction) => closeChunk(resources, transaction, captureId, chunk, reason));
  }
}

import type { CiPages, CodeHostKind } from '@svc/schema';
import { findCodeHost } from '../../store/codeHosts/codeHosts.js';
import type { Database } from '../../store/database.js';
import type { Resources } from '../Resources.js';

/** The hosts whose `readPull` is not absent. */
const tellingHosts: readonly CodeHostKind[] = ['github', 'gitlab'];

/** Has the code host asked for title and author of the pull request that a build is of, where CI did not say them. */
export async function askForPull(
  { queue }: Pick<Resources, 'queue'>,
  transaction: Database,
  place: { projectId: string; captureId: string },
  ci: CiPages | null | undefined,
): Promise<void> {
  const pull = ci?.pullRequest;
  if (!pull || (pull.title !== null && pull.author !== null)) return;
  const row = await findCodeHost(transaction, place.projectId);
  if (!row || !tellingHosts.includes(row.kind as CodeHostKind)) return;
  const { projectId, captureId: ofCapture } = place;
  await queue.enqueue(transaction, 'readPullRequest', { projectId, ofCapture });
}

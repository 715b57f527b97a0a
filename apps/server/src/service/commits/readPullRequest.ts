import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { findCapture } from '../../store/captures/captures.js';
import { findKnownPull, savePull } from '../../store/captures/savePull.js';
import { type CodeHostRow, findCodeHost, pauseCodeHost } from '../../store/codeHosts/codeHosts.js';
import { findProjectById } from '../../store/projects/projects.js';
import { SealBroken } from '../createVault.js';
import { openCodeHost } from '../openCodeHost.js';
import type { Resources } from '../Resources.js';

/** Characters of what is kept, as of what CI says. */
const longestTitle = 512;
const longestAuthor = 200;

/**
 * Completes title and author of the pull request that a build is of, from another build of the same commit or else from the code
 * host. What CI said stays. A host that refuses, or knows of none, is not asked again; one that wants to be left alone is not
 * asked.
 * @throws CodeHostError where another try may help
 */
export async function readPullRequest(
  resources: Pick<Resources, 'database' | 'codeHosts' | 'vault'>,
  { projectId, captureId }: { projectId: string; captureId: string },
  signal: AbortSignal,
): Promise<void> {
  const { database } = resources;
  const pull = (await findCapture(database, projectId, captureId))?.ci?.pullRequest;
  const row = await findCodeHost(database, projectId);
  if (!pull || !row || !isOf(row, pull.url)) return;
  const known = await findKnownPull(database, { projectId, captureId });
  if (known) return savePull(database, { projectId, captureId }, known);
  if ((row.pausedUntil?.getTime() ?? 0) > Date.now()) return;
  try {
    const host = await openCodeHost(resources, await findProjectById(database, projectId), row, signal);
    const found = await host.readPull?.(pull.number, signal);
    if (!found) return;
    const { title, author } = found;
    await savePull(
      database,
      { projectId, captureId },
      {
        title: title && [...title].slice(0, longestTitle).join(''),
        author: author && [...author].slice(0, longestAuthor).join(''),
      },
    );
  } catch (error) {
    if (error instanceof CodeHostError && error.retryAfter !== null)
      await pauseCodeHost(database, projectId, error.retryAfter / 1_000);
    if (error instanceof SealBroken || (error instanceof CodeHostError && error.final)) return;
    throw error;
  }
}

/** Whether the pull request is of the connected repository, as far as its page tells. */
const isOf = ({ repository }: CodeHostRow, url: string | null): boolean =>
  url === null ||
  repository === null ||
  new URL(url).pathname.toLowerCase().includes(`/${repository.toLowerCase()}/`);

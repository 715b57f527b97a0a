import type { Capture, SvcClient } from '@svc/sdk';

/** Captures that are looked at before giving up: each is read whole. */
const mostTries = 10;

/** The newest capture of these commits that holds a whole suite without a failure. */
export async function findBase(
  client: SvcClient,
  suite: string,
  history: readonly string[],
): Promise<(Capture & { commit: string }) | null> {
  let commits = [...history];
  for (let turn = 0; turn < mostTries && commits.length > 0; turn += 1) {
    const capture = await client.findCapture({ suite, commits });
    if (!capture?.commit) return null;
    const { commit, partial, isLocal, failedSnapshots } = capture;
    if (!partial && !isLocal && failedSnapshots === 0) return { ...capture, commit };
    commits = commits.slice(commits.indexOf(commit) + 1);
  }
  return null;
}

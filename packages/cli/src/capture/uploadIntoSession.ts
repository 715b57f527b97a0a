import { type SnapshotDiffResult, type SnapshotInput, type SvcClient, SvcError } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import type { CaptureFlags } from '../flags.js';
import { type CaptureOrigin, captureOrigin } from '../origin/captureOrigin.js';
import { shareHistory } from '../origin/shareHistory.js';
import { countText } from '../output/countText.js';
import { createProgress, type Progress } from '../output/Progress.js';

/** Files that are read and sent at the same time. */
const concurrency = 8;

interface Uploaded {
  counts: Record<SnapshotDiffResult['status'], number>;
  refused: { name: string; reason: string }[];
}

/** The session that `svc run` or `svc local` opened for this upload, unless it is to leave none of its traces. */
export const sessionFor = (
  { autoBaseline, ephemeral }: CaptureFlags,
  { env }: Pick<Context, 'env'>,
): string | undefined => (autoBaseline || ephemeral ? undefined : env.SVC_SESSION_ID?.trim() || undefined);

const bytesOf = ({ png }: SnapshotInput) => (typeof png === 'function' ? png() : png);

async function uploadAll(
  client: SvcClient,
  { snapshots, sessionId, origin }: { snapshots: SnapshotInput[]; sessionId: string; origin: CaptureOrigin },
  progress: Progress,
): Promise<Uploaded> {
  // What becomes a baseline is for the session to say, and the service was told the history.
  const { ephemeral, autoBaseline, history, branch, commit, baselineRef, ...fields } = origin;
  if (branch === undefined || commit === undefined) throw new Error('only ephemeral captures have no commit');
  const uploaded: Uploaded = { counts: { new: 0, changed: 0, unchanged: 0 }, refused: [] };
  let done = 0;
  const waiting = snapshots.values();
  const work = async () => {
    for (const snapshot of waiting) {
      try {
        const { status } = await client.uploadSnapshotWithDiff({
          ...fields,
          branch,
          commit,
          // The service finds one where there is none.
          baselineRef: baselineRef as string,
          sessionId,
          name: snapshot.name,
          png: await bytesOf(snapshot),
          ignore: snapshot.ignore,
        });
        uploaded.counts[status] += 1;
      } catch (error) {
        const isRefused =
          error instanceof SvcError &&
          ['IMAGE_INVALID', 'IMAGE_TOO_LARGE', 'FILE_NOT_READ'].includes(error.code);
        if (!isRefused) throw error;
        uploaded.refused.push({ name: snapshot.name, reason: error.message });
      }
      done += 1;
      progress.count('Uploading', done, snapshots.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return uploaded;
}

/**
 * Uploads snapshots into the session of `svc run` or `svc local`, which judges them when it ends: changes are not a failure
 * here, since the command that makes them would then count as failed.
 */
export async function uploadIntoSession(
  sessionId: string,
  snapshots: SnapshotInput[],
  flags: CaptureFlags,
  context: Context,
): Promise<ExitCode> {
  const { report, junit } = context.outputFlags;
  if (report !== undefined || junit !== undefined) {
    throw new CliError(
      'USAGE',
      `${report === undefined ? '--junit' : '--report'} is for svc run here, which ends the session that this upload belongs to`,
    );
  }
  const { stdout, note } = context;
  const progress = createProgress(context);
  note(`session ${sessionId} has a part of the snapshots`);
  try {
    const client = await createClient(flags, context, progress);
    const origin = await captureOrigin(flags, context);
    await shareHistory(client, context, progress.tell);
    const uploaded = await uploadAll(client, { snapshots, sessionId, origin }, progress);
    progress.end();
    stdout.write(describe(sessionId, flags.suite, snapshots.length, uploaded));
    return uploaded.refused.length > 0 ? exitCodes.changes : exitCodes.success;
  } finally {
    progress.end();
  }
}

function describe(sessionId: string, suite: string, total: number, { counts, refused }: Uploaded): string {
  const lines = refused.map(({ name, reason }) => `  failed   ${name}  ${reason}`);
  const sum = [
    `${counts.changed} changed`,
    `${counts.new} new`,
    `${counts.unchanged} unchanged`,
    ...(refused.length > 0 ? [`${refused.length} failed`] : []),
  ].join(', ');
  return [
    `Suite "${suite}": ${countText(total, 'snapshot')} in session ${sessionId}: ${sum}`,
    ...lines,
    '',
  ].join('\n');
}

import type { Capture, SnapshotFailure, SvcClient } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ExitCode } from '../exitCodes.js';
import type { CaptureFlags } from '../flags.js';
import { type CaptureOrigin, captureOrigin } from '../origin/captureOrigin.js';
import { shareHistory } from '../origin/shareHistory.js';
import { countText } from '../output/countText.js';
import type { Outcome } from '../output/Outcome.js';
import { createProgress, type Progress } from '../output/Progress.js';
import { runToOutcome } from '../output/runToOutcome.js';
import { cancelInterrupted } from './cancelInterrupted.js';
import { compare } from './compare.js';
import { tellBranches } from './tellBranches.js';
import { waitForCapture } from './waitForCapture.js';

export interface Beginning {
  client: SvcClient;
  origin: CaptureOrigin;
  progress: Progress;
  /** Notes why the service refused a snapshot that was to be uploaded; afterwards it only knows that it never came. */
  refuse: (name: string, reason: string) => void;
  /** Notes the capture once the service has it, before everything is uploaded. */
  noteBegun: (captureId: string) => void;
}

/** Prepares what is captured and makes the capture. */
export type BeginCapture = (beginning: Beginning) => Promise<Capture>;

const withReasons = <T extends { failures: SnapshotFailure[] }>(
  holder: T,
  reasons: ReadonlyMap<string, string>,
): T => ({
  ...holder,
  failures: holder.failures.map((failure) => ({
    ...failure,
    message: reasons.get(failure.name) ?? failure.message,
  })),
});

async function connect(flags: CaptureFlags, context: Context, progress: Progress) {
  const client = await createClient(flags, context, progress);
  return { client, origin: await captureOrigin(flags, context) };
}

type Prepared = Pick<Beginning, 'client' | 'origin' | 'progress'>;

/** What a command needs that looks at what would be captured. */
export async function prepareCapture(flags: CaptureFlags, context: Context): Promise<Prepared> {
  const progress = createProgress(context);
  return { ...(await connect(flags, context, progress)), progress };
}

async function captureAndCompare(
  begin: BeginCapture,
  flags: CaptureFlags,
  context: Context,
  progress: Progress,
): Promise<Outcome> {
  const { client, origin } = await connect(flags, context, progress);
  const { SVC_SESSION_ID: sessionId } = context.env;
  if (sessionId) progress.tell(`This capture has a diff of its own: it is not part of session ${sessionId}`);
  if (!flags.ephemeral) await shareHistory(client, context, progress.tell);
  const reasons = new Map<string, string>();
  const refuse = (name: string, reason: string) => reasons.set(name, reason);
  let begunId: string | null = null;
  const noteBegun = (captureId: string) => {
    begunId = captureId;
  };
  async function captureAll(): Promise<Capture> {
    const begun = await begin({ client, origin, progress, refuse, noteBegun });
    noteBegun(begun.id);
    return waitForCapture(client, begun, context, progress);
  }
  const ended = await captureAll().catch(async (error: unknown) => {
    if (context.signal.aborted && begunId !== null)
      await cancelInterrupted(begunId, flags, context, progress);
    throw error;
  });
  const capture = withReasons(ended, reasons);
  if (capture.status === 'failed') throw nothingCaptured(capture);
  const proven = provenText(capture);
  if (proven !== null) progress.report(proven);
  if (flags.autoBaseline) return { capture, diff: null };
  const { suite, baselineRef } = origin;
  const diff = await compare(client, { suite, headCaptureId: capture.id, baselineRef }, context, progress);
  await tellBranches(client, diff, origin.branch, progress);
  return { capture, diff: withReasons(diff, reasons) };
}

/** How many snapshots needed no browser; null for none. A service of an earlier version does not say. */
function provenText({ snapshots }: Capture): string | null {
  const origins = snapshots.flatMap(({ provenFrom }) => provenFrom ?? []);
  const [first] = origins;
  if (first === undefined) return null;
  const others = new Set(origins).size - 1;
  const more = others > 0 ? ` and ${countText(others, 'other capture')}` : '';
  return `${countText(origins.length, 'snapshot')} proven by bytes from ${first}${more}, without a browser`;
}

function nothingCaptured({ id, totalSnapshots, failures, error }: Capture): CliError {
  if (error !== null) return new CliError('CAPTURE_FAILED', `capture ${id} failed: ${error}`);
  const [first] = failures;
  const example = first ? `; "${first.name}": ${first.message}` : '';
  return new CliError(
    'CAPTURE_FAILED',
    `capture ${id} failed: none of ${totalSnapshots} snapshots was captured${example}`,
  );
}

/** What every capture command does: capture, wait, compare unless `--auto-baseline`, print. */
export async function runCapture(
  begin: BeginCapture,
  flags: CaptureFlags,
  context: Context,
): Promise<ExitCode> {
  if (flags.ephemeral && flags.autoBaseline) {
    throw new CliError(
      'USAGE',
      '--auto-baseline and --ephemeral cannot be combined: an ephemeral capture never becomes a baseline',
    );
  }
  return runToOutcome(flags, context, (progress) => captureAndCompare(begin, flags, context, progress));
}

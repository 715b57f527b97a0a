import { detectBranch, type SnapshotInput, type SvcClient, SvcError } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import type { ImageFile } from '../files/listImages.js';
import type { CaptureFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import { formatTable } from '../output/formatTable.js';
import { createProgress } from '../output/Progress.js';
import { slotText } from '../output/slotText.js';
import { runCapture } from './runCapture.js';

export interface ImportFlags extends Omit<CaptureFlags, 'autoBaseline' | 'ephemeral' | 'local'> {
  dryRun?: true;
  replace?: true;
}

const slotOf = ({ name, viewport, browser }: SnapshotInput): string =>
  slotText({ name: name.normalize('NFC'), viewport: viewport ?? null, browser: browser ?? null });

/** Sets pictures as baselines of the branch, all of them at once when the last one is uploaded. */
export async function importSnapshots(
  snapshots: readonly ImageFile[],
  { dryRun, replace, ...flags }: ImportFlags,
  context: Context,
): Promise<ExitCode> {
  refuseDuplicates(snapshots);
  if (dryRun) {
    context.stdout.write(
      formatTable(
        ['SNAPSHOT', 'FILE'],
        snapshots.map((snapshot) => [slotOf(snapshot), snapshot.file]),
      ),
    );
    context.stderr.write(`${countText(snapshots.length, 'snapshot')}; nothing was sent\n`);
    return exitCodes.success;
  }
  if (!replace) await refuseReplacing(snapshots, flags, context);
  return runCapture(
    ({ client, origin, progress, refuse, noteBegun }) => {
      progress.step(`Reading ${countText(snapshots.length, 'file')}`);
      return client.createCapture({
        ...origin,
        snapshots: [...snapshots],
        complete: true,
        onRefused: ({ name }, { message }) => refuse(name, message),
        onProgress: ({ captureId, completed, total }) => {
          noteBegun(captureId);
          context.note(
            `capture ${captureId} was given up with ${completed} of ${total} snapshots; no baseline was set`,
          );
          progress.count('Uploading', completed, total);
        },
      });
    },
    { ...flags, autoBaseline: true },
    context,
  );
}

function refuseDuplicates(snapshots: readonly ImageFile[]): void {
  const files = new Map<string, string>();
  for (const snapshot of snapshots) {
    const slot = slotOf(snapshot);
    const earlier = files.get(slot);
    if (earlier !== undefined)
      throw new CliError(
        'SNAPSHOT_DUPLICATE',
        `${earlier} and ${snapshot.file} would both be "${slot}": nothing was imported; rename or remove one of them`,
      );
    files.set(slot, snapshot.file);
  }
}

/** What somebody has approved since is not to go back to an old file by accident. */
async function refuseReplacing(
  snapshots: readonly ImageFile[],
  flags: ImportFlags,
  context: Context,
): Promise<void> {
  const progress = createProgress(context);
  try {
    const client = await createClient(flags, context, progress);
    const { env, cwd } = context;
    const branch = await detectBranch(flags.branch, { env, cwd });
    const slots = new Set(await slotsWithBaselines(client, flags.suite, branch));
    const taken = snapshots.map(slotOf).filter((slot) => slots.has(slot));
    const [first] = taken;
    if (first === undefined) return;
    throw new CliError(
      'BASELINES_EXIST',
      `${countText(taken.length, 'snapshot')} of suite "${flags.suite}", such as "${first}", already ` +
        `${taken.length === 1 ? 'has a baseline' : 'have baselines'} on ${branch}: nothing was imported; --replace replaces them`,
    );
  } finally {
    progress.end();
  }
}

async function slotsWithBaselines(client: SvcClient, suite: string, branch: string): Promise<string[]> {
  try {
    return (await client.listBaselines({ suite, branch })).map(slotText);
  } catch (error) {
    if (error instanceof SvcError && error.code === 'SUITE_NOT_FOUND') return [];
    throw error;
  }
}

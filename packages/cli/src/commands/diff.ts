import {
  type Capture,
  detectBaselineRef,
  detectBranch,
  detectCommit,
  type SvcClient,
  SvcError,
} from '@svc/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context, Run } from '../Context.js';
import { compare } from '../capture/compare.js';
import {
  addOutputFlag,
  addServiceFlags,
  addSuiteFlag,
  addVerdictFlags,
  repeated,
  type ServiceFlags,
} from '../flags.js';
import { isOn } from '../origin/captureOrigin.js';
import { shareHistory } from '../origin/shareHistory.js';
import { judgingNote } from '../output/judgingNote.js';
import type { Outcome } from '../output/Outcome.js';
import type { Progress } from '../output/Progress.js';
import { runToOutcome } from '../output/runToOutcome.js';
import { decidedSlot } from './decide.js';
import { explainMissing } from './explainMissing.js';
import { parseNames } from './parseNames.js';

interface DiffFlags extends ServiceFlags {
  suite: string;
  headCapture?: string;
  baseCapture?: string;
  baselineRef?: string;
  autoApprove?: true;
  threshold?: number;
  antiAliasing?: 'true' | 'false';
  manifest?: string[];
  targetRef?: string[];
  exitZeroOnChanges?: true;
}

function parseThreshold(text: string): number {
  const threshold = text.trim() === '' ? Number.NaN : Number(text);
  if (threshold >= 0 && threshold <= 1) return threshold;
  throw new InvalidArgumentError('It must be a number from 0.0 to 1.0.');
}

function parseManifest(text: string, earlier: string[] = []): string[] {
  const names = parseNames(text);
  if (names === null) throw new InvalidArgumentError('A quote in it has no end.');
  if (names.length > 0) return [...earlier, ...names];
  throw new InvalidArgumentError('It must name at least one snapshot.');
}

/**
 * A name that nobody knows would pass in silence.
 * @throws CliError
 */
function refuseUnknown(manifest: readonly string[], { capture, diff }: Outcome): void {
  const compared = [...(diff?.results ?? []), ...(diff?.failures ?? [])];
  const known = new Set([...capture.snapshots, ...capture.failures, ...compared].map(({ name }) => name));
  const unknown = manifest.filter((name) => !known.has(name.normalize('NFC')));
  if (unknown.length === 0) return;
  const examples = [...known].slice(0, 3).map((name) => `"${name}"`);
  throw new CliError(
    'SNAPSHOT_NOT_FOUND',
    `--manifest names ${unknown.map((name) => `"${name}"`).join(', ')}, but neither capture ${capture.id} nor its ` +
      `baselines have such a snapshot${examples.length > 0 ? `; they have ${examples.join(', ')}${known.size > 3 ? ', …' : ''}` : ''}`,
  );
}

/** The flags that make a diff one that judges nothing (R45), unless they say what the settings say. */
function ownTerms({ baseCapture, threshold, antiAliasing, manifest }: DiffFlags): string[] {
  const terms: [string, unknown][] = [
    ['--base-capture', baseCapture],
    [`--threshold ${threshold}`, threshold],
    [`--anti-aliasing ${antiAliasing}`, antiAliasing],
    ['--manifest', manifest],
  ];
  return terms.filter(([, value]) => value !== undefined).map(([term]) => term);
}

async function findHead(client: SvcClient, suite: string, { env, cwd }: Context): Promise<Capture> {
  const branch = await detectBranch(undefined, { env, cwd }).catch((error) => {
    const code = error instanceof SvcError ? error.code : null;
    if (code !== 'BRANCH_NOT_DETECTED' && code !== 'CHECKOUT_MISMATCH') throw error;
    const message =
      code === 'BRANCH_NOT_DETECTED'
        ? 'cannot tell the branch to look for: pass --head-capture <id> or set SVC_BRANCH'
        : `${error.message.replace(/: .*/, '')}: pass --head-capture <id>, or set SVC_BRANCH and SVC_COMMIT`;
    throw new CliError(code, message, { cause: error });
  });
  const commit = await detectCommit(undefined, { env, cwd });
  const head = await client.findCapture({ suite, commits: [commit], branch });
  if (head) return head;
  throw new CliError(
    'CAPTURE_NOT_FOUND',
    `no completed capture of suite "${suite}" on ${branch} at ${commit.slice(0, 12)}: make one with ` +
      `\`svc stories-a <dir> --suite ${suite}\` (or stories-b, capture, upload), or pass --head-capture <id>`,
  );
}

async function diffOutcome(
  flags: DiffFlags,
  suiteGiven: boolean,
  context: Context,
  progress: Progress,
): Promise<Outcome> {
  const { headCapture, baseCapture, threshold, manifest, antiAliasing, targetRef } = flags;
  const client = await createClient(flags, context, progress);
  await shareHistory(client, context, progress.tell);
  progress.step('Looking for the capture');
  const capture = headCapture
    ? await client
        .getCapture(headCapture)
        .catch((error) => Promise.reject(explainMissing(error, 'capture', headCapture)))
    : await findHead(client, flags.suite, context);
  const options = {
    // A capture that is named has its suite already.
    suite: suiteGiven ? flags.suite : capture.suite,
    headCaptureId: capture.id,
    baseCaptureId: baseCapture,
    baselineRef: flags.baselineRef ?? detectBaselineRef({ env: context.env }) ?? undefined,
    threshold,
    antiAliasing: antiAliasing === undefined ? undefined : antiAliasing === 'true',
    manifest,
    targetRefs: targetRef,
  };
  // The head is there, so that a missing capture is the base.
  const diff = await compare(client, options, context, progress).catch((error) =>
    Promise.reject(baseCapture ? explainMissing(error, 'capture', baseCapture) : error),
  );
  refuseUnknown(manifest ?? [], { capture, diff });
  const autoApprove = flags.autoApprove ?? isOn(context.env.SVC_AUTO_APPROVE);
  if (!autoApprove || diff.counts.pending === 0) return { capture, diff };
  progress.step('Approving');
  const pending = diff.results.filter(({ approvalStatus }) => approvalStatus === 'pending');
  await client.approve(diff.id, { slots: pending.map(decidedSlot) });
  return { capture, diff: await client.getDiff(diff.id) };
}

export function addDiff(program: Command, run: Run): void {
  const command = program
    .command('diff')
    .summary('compare a capture with baselines or with another capture')
    .description(
      'Compares a capture with baselines, by default the newest completed one of the current branch and commit.',
    );
  addSuiteFlag(command)
    .option('--head-capture <id>', 'capture to compare (default: the newest of this branch and commit)')
    .option('--base-capture <id>', 'compare with this capture instead of baselines')
    .option('--baseline-ref <branch>', 'branch whose baselines count (default: SVC_BASELINE_REF, CI)')
    .option('--auto-approve', 'approve all changes and set baselines')
    .option('--threshold <number>', 'pixel difference threshold, 0.0 to 1.0', parseThreshold)
    .addOption(new Option('--anti-aliasing <bool>', 'ignore anti-aliasing').choices(['true', 'false']))
    .option(
      '--manifest <names>',
      'only these snapshots, separated by commas; quote names that contain a comma; may be repeated',
      parseManifest,
    )
    .option('--target-ref <branch>', 'branch that an approval promotes to; may be repeated', repeated);
  addServiceFlags(addVerdictFlags(addOutputFlag(command)))
    .addHelpText(
      'after',
      `
A diff with --base-capture or --manifest, or with a --threshold or --anti-aliasing that differs from the settings, does not
count for the check of the commit.

Exit codes: 0 nothing to review, 1 changes to review or snapshots not captured, 2 error.

Examples:
  $ svc diff --suite default
  $ svc diff --head-capture cap_2 --base-capture cap_1
  $ svc diff --manifest 'Button,"Card, open"' --manifest Form
  $ svc diff --auto-approve --target-ref main --target-ref release`,
    )
    .action((flags: DiffFlags, self: Command) =>
      run((context) =>
        runToOutcome(
          flags,
          context,
          (progress) => diffOutcome(flags, self.getOptionValueSource('suite') === 'cli', context, progress),
          (outcome) => judgingNote(outcome, ownTerms(flags)),
        ),
      ),
    );
}
